// Language, theme, and which requests are drawn. The page is complete without it, but for the pictures.
(() => {
  "use strict";

  const root = document.documentElement;
  const data = JSON.parse(document.getElementById("data").textContent);
  const open = new Map(); // button -> what it shows

  const say = (key, values = {}) =>
    data.texts[root.lang][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const parts = warplingsFigures(say);
  const { drawn, valuesOf, element, button } = parts;
  const fragments = warplingsFragments(say, parts);

  // What an opener opens: what of the data, under which title, how each of several is called, and its picture.
  const requests = {
    of: (opener) => opener.dataset.figures.split(" ").map((number) => data.figures[number]),
    title: (first) => say(first.space === "shared" ? "page.figure_shared" : "page.figure_global"),
    each: () => say("page.figure_request"),
    option: (figure) => say("page.figure_option", valuesOf(figure)),
    drawn,
  };
  const layouts = {
    of: (opener) => opener.dataset.fragments.split(" ").map((number) => data.fragments[number]),
    title: () => say("page.figure_fragments"),
    each: () => say("page.figure_instruction"),
    option: (instruction) => instruction.name,
    drawn: (instruction, opener) => fragments.drawn(instruction, "wmma" in opener.dataset, root.lang),
  };

  const show = (opener, shownAt) => {
    const kind = opener.matches(".layout") ? layouts : requests;
    const shown = kind.of(opener);
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
      title.textContent = kind.title(shown[0]);
      panel.setAttribute("aria-label", title.textContent);
      choice.setAttribute("aria-label", kind.each());
      choice.replaceChildren(...shown.map((one, index) => {
        const option = element("option", { value: String(index) }, kind.option(one));
        option.selected = index === state.at;
        return option;
      }));
      const close = button(say("page.figure_close"), back);
      place_.replaceChildren(...kind.drawn(shown[state.at], opener));
      const bar = element("div", { class: "bar-of-buttons" }, ...(shown.length > 1 ? [choice] : []), close);
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
  for (const opener of document.querySelectorAll(".draw, .layout")) {
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
