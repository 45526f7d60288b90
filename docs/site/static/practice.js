// Practice: questions can be answered on the page. What is right stands on it anyway, folded; nothing is sent, counted or
// kept. Texts and C expressions are compared in the forms of grader/quiz/forms.py.
const answerForms = (() => {
  "use strict";

  const TOKEN = new RegExp([
    "[A-Za-z_][\\p{L}\\p{N}_]*", "(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?[A-Za-z]*",
    "<<=|>>=|->|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=", "\\S",
  ].join("|"), "gu");
  const normalText = (text) => text.normalize("NFKC").toLowerCase()
    .replace(/^[^\p{L}\p{N}_]*(?:(?:the|an?)\s+)+/u, "")
    .replace(/[\s\-_‐-―·.,;:!?'"`“”‘’()]+/g, "");
  const wrapped = (tokens) => {
    let depth = 0;
    const opens = tokens.length > 2 && tokens[0] === "(";
    return opens && tokens.findIndex((token) => (depth += (token === "(") - (token === ")")) === 0) === tokens.length - 1;
  };
  const cTokens = (source) => {
    let tokens = source.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ").match(TOKEN) ?? [];
    while (tokens.at(-1) === ";") tokens = tokens.slice(0, -1);
    while (wrapped(tokens) && wrapped(tokens.slice(1, -1))) tokens = tokens.slice(1, -1);
    return tokens;
  };
  const cForms = (tokens) => (wrapped(tokens) ? [tokens, tokens.slice(1, -1)] : [tokens]);
  return { normalText, cTokens, cForms };
})();

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
  const field = (label, kind = { inputMode: "decimal", size: 8 }) => {
    const input = element("input", { type: "text", autocomplete: "off", spellcheck: false, ...kind });
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
  const text = (ask, right, heading) => {
    const input = field(heading, { size: 30 });
    ask.append(element("p", {}, input));
    return () => right.includes(answerForms.normalText(input.value));
  };
  const blanks = (ask, right) => {
    const inputs = right.map((_, place) => field(`(${place + 1})`, { size: 24, className: "code" }));
    ask.append(...inputs.map((input, place) => element("p", {}, element("label", {}, `(${place + 1})`, input))));
    const same = (given, accepted) => JSON.stringify(given) === JSON.stringify(accepted);
    const fits = (input, accepted) => answerForms.cForms(answerForms.cTokens(input.value))
      .some((given) => accepted.some((form) => same(given, form)));
    return () => inputs.every((input, place) => fits(input, right[place]));
  };
  const order = (ask, right) => {
    const input = field(words.order, { size: 20 });
    ask.append(element("p", {}, element("label", {}, words.order, input)));
    return () => {
      const letters = input.value.toLowerCase().match(/[a-z]/g) ?? [];
      const groups = right.map((group) => letters.splice(0, group.length).sort().join(""));
      return letters.length === 0 && groups.every((group, place) => group === right[place].join(""));
    };
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
      text: () => text(ask, right, heading),
      blanks: () => blanks(ask, right),
      order: () => order(ask, right),
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
