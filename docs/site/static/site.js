// What the theme leaves out for those who use a keyboard or a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  for (const caption of document.querySelectorAll('[role="heading"]:not([aria-level])')) caption.setAttribute("aria-level", "2");
  for (const code of document.querySelectorAll("pre:not([tabindex])")) code.tabIndex = 0;
  const reachable = () => {
    for (const frame of document.querySelectorAll(".drawn")) {
      if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
      else frame.removeAttribute("tabindex");
    }
  };
  reachable();
  addEventListener("load", reachable);
  addEventListener("resize", reachable);
});
