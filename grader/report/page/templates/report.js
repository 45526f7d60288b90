// Language, theme, and which requests are drawn. The page is complete without it, but for the pictures.
(() => {
  "use strict";

  const root = document.documentElement;
  const data = JSON.parse(document.getElementById("data").textContent);
  const open = new Map(); // button -> what it shows

  const say = (key, values = {}) =>
    data.texts[root.lang][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const { drawn, valuesOf, element, button } = warplingsFigures(say);

  const show = (opener, shownAt) => {
    const numbers = opener.dataset.figures.split(" ").map(Number);
    const line = opener.closest("tr");
    const place_ = element("div");
    const panel = element("div", { class: "panel", role: "group" });
    const title = element("h4", { tabIndex: -1 });
    const choice = element("select");
    const row = element("tr", { class: "figure" }, element("td", { colSpan: line.cells.length }, panel));
    const state = { row, at: shownAt, title };
    const back = () => { hide(opener); opener.focus(); };
    row.addEventListener("keydown", (event) => { if (event.key === "Escape") back(); });
    const fill = () => {
      const first = data.figures[numbers[0]];
      title.textContent = say(first.space === "shared" ? "page.figure_shared" : "page.figure_global");
      panel.setAttribute("aria-label", title.textContent);
      choice.setAttribute("aria-label", say("page.figure_request"));
      choice.replaceChildren(...numbers.map((number, index) => {
        const option = element("option", { value: String(index) }, say("page.figure_option", valuesOf(data.figures[number])));
        option.selected = index === state.at;
        return option;
      }));
      const close = button(say("page.figure_close"), back);
      place_.replaceChildren(...drawn(data.figures[numbers[state.at]]));
      const bar = element("div", { class: "bar-of-buttons" }, ...(numbers.length > 1 ? [choice] : []), close);
      panel.replaceChildren(title, bar, place_);
    };
    choice.addEventListener("change", () => { state.at = Number(choice.value); fill(); choice.focus(); });
    fill();
    state.fill = fill;
    let after = line;
    while (after.nextElementSibling?.matches(".figure")) after = after.nextElementSibling;
    after.after(row);
    open.set(opener, state);
    opener.setAttribute("aria-expanded", "true");
    return state;
  };
  const hide = (opener) => {
    open.get(opener).row.remove();
    open.delete(opener);
    opener.setAttribute("aria-expanded", "false");
  };
  for (const opener of document.querySelectorAll(".draw")) {
    opener.addEventListener("click", () => (open.has(opener) ? hide(opener) : show(opener, 0).title.focus()));
    opener.addEventListener("keydown", (event) => { if (event.key === "Escape" && open.has(opener)) hide(opener); });
  }

  const kept = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch { /* a page from a file may have no storage */ }
    return null;
  };
  const speak = (lang) => {
    root.lang = lang;
    document.title = data.titles[lang];
    for (const state of open.values()) state.fill();
  };
  const isDark = () => root.dataset.theme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  document.getElementById("language").addEventListener("click", () => {
    speak(root.lang === "ko" ? "en" : "ko");
    kept("warplings-lang", root.lang);
  });
  document.getElementById("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    kept("warplings-theme", root.dataset.theme);
  });
  const theme = kept("warplings-theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  document.querySelector(".switches").hidden = false;
})();
