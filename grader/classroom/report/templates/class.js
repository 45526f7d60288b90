// Sorting of tables and the choice of a section. The page is complete without it.
(() => {
  "use strict";

  const valueOf = (cell) => {
    const text = cell.dataset.sort ?? cell.textContent.trim();
    const number = Number(text);
    return text !== "" && !Number.isNaN(number) ? number : text;
  };

  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number") return 1; // a text, or nothing, before every number
    if (typeof b === "number") return -1;
    return a.localeCompare(b, document.documentElement.lang, { numeric: true });
  };

  const sortBy = (table, column, down) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => [valueOf(row.cells[column]), row]);
    rows.sort(([a], [b]) => (down ? compare(b, a) : compare(a, b)));
    body.append(...rows.map(([, row]) => row));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const numbers = head.classList.contains("number");
        const before = head.getAttribute("aria-sort");
        const down = before ? before === "ascending" : numbers;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sortBy(table, column, down);
      });
    });
  }

  const openTarget = () => {
    const target = location.hash.startsWith("#m") && document.getElementById(location.hash.slice(1));
    if (target) target.open = true;
  };
  addEventListener("hashchange", openTarget);
  openTarget();

  const choice = document.getElementById("section");
  if (!choice) return;
  const choose = () => {
    const place = choice.value;
    const figures = [...document.querySelectorAll(".figures")];
    const there = figures.some((each) => each.dataset.section === place);
    for (const each of figures) each.hidden = each.dataset.section !== (there ? place : "none");
    for (const row of document.querySelectorAll(".row")) {
      row.hidden = place !== "0" && !row.dataset.sections.includes(` ${place} `);
    }
  };
  choice.addEventListener("change", choose);
  choice.closest("p").hidden = false;
  choose(); // the browser may remember another choice
})();
