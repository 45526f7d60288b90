// Practice: a question whose answer is letters or numbers can be answered on the page. What is right stands on the page
// anyway, folded; nothing is sent, counted or kept.
document.addEventListener("DOMContentLoaded", () => {
  "use strict";

  const words = document.getElementById("practice-words")?.dataset;
  if (!words) return;
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const near = (text, value, tolerance) => {
    const typed = text.replace(/[\s,_]/g, "").replace(/%$/, "");
    return typed !== "" && Math.abs(Number(typed) - value) <= tolerance + 1e-9 * Math.max(1, Math.abs(value));
  };
  const field = (label) => {
    const input = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", size: 8 });
    input.setAttribute("aria-label", label);
    return input;
  };

  // Each returns whether the answer is right, when it is asked.
  const letters = (ask, right, type, group) => {
    const inputs = [...ask.querySelectorAll("li")].map((option) => {
      const text = option.querySelector("p") ?? option;
      const letter = text.querySelector("strong").textContent.replace(")", "");
      const input = element("input", { type, name: group, value: letter });
      const label = element("label", {}, input, element("span", {}, ...text.childNodes));
      text.append(label);
      return input;
    });
    return () => {
      const chosen = inputs.filter((input) => input.checked).map((input) => input.value);
      return chosen.length === right.length && right.every((letter) => chosen.includes(letter));
    };
  };
  const number = (ask, right, tolerance, heading) => {
    const input = field(heading);
    ask.append(element("p", {}, input));
    return () => near(input.value, right[0][0], tolerance);
  };
  const table = (ask, right, tolerance) => {
    const heads = [...ask.querySelectorAll("thead th")].map((head) => head.textContent);
    const rows = [...ask.querySelectorAll("tbody tr")].map((row) => {
      const [name, ...cells] = row.cells;
      return cells.map((cell, column) => {
        const input = field(`${name.textContent}, ${heads[column + 1]}`);
        cell.replaceChildren(input);
        return input;
      });
    });
    return () => rows.every((row, y) => row.every((input, x) => near(input.value, right[y][x], tolerance)));
  };

  document.querySelectorAll(".ask[data-kind]").forEach((ask, place) => {
    const right = JSON.parse(ask.dataset.right);
    const tolerance = Number(ask.dataset.tolerance);
    const heading = ask.closest("section").querySelector("h3").firstChild.textContent;
    const judge = {
      one: () => letters(ask, right, "radio", `ask-${place}`),
      several: () => letters(ask, right, "checkbox", `ask-${place}`),
      number: () => number(ask, right, tolerance, heading),
      table: () => table(ask, right, tolerance),
    }[ask.dataset.kind]();
    const told = element("span", { className: "told" });
    told.setAttribute("role", "status");
    const check = element("button", { type: "button" }, words.check);
    check.addEventListener("click", () => {
      const passed = judge();
      told.textContent = passed ? words.right : words.wrong;
      told.className = passed ? "told right" : "told wrong";
    });
    ask.addEventListener("input", () => { told.textContent = ""; });
    ask.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches("input")) check.click(); });
    ask.append(element("p", {}, check, " ", told));
  });
});
