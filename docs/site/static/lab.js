// The lab: every position of the controls has its data on the page; nothing is computed here but what is shown.
document.addEventListener("DOMContentLoaded", () => {
  "use strict";

  const source = document.getElementById("lab-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const say = (key, values = {}) => fill(data.texts[key], values);
  const { drawn, element } = warplingsFigures(say);
  const limits = ["warps", "blocks", "registers", "shared"];
  const limitsText = (bits) => limits.filter((_, place) => bits & (1 << place)).map((name) => say(`page.limit_${name}`)).join(", ");

  const request = (figure) => [
    element("p", { class: "result" }, say(`lab.result_${figure.space}`, figure)),
    ...drawn(figure).slice(1), // its first sentence is of a launch, and here there is none
  ];
  const warps = (of, values) => {
    const [x] = values;
    const count = of[of.length - 1] + 1;
    const told = element("p", { class: "told", role: "status" });
    const table = element("table", { class: "warps" });
    for (let at = 0; at < of.length; at += x) {
      const row = element("tr");
      of.slice(at, at + x).forEach((warp, column) => {
        const cell = element("td", { class: `w${warp % 8}` }, String(warp));
        const sentence = say("lab.thread", { x: column, y: at / x, warp, lane: (at + column) % 32 });
        cell.title = sentence;
        cell.addEventListener("pointerover", () => { told.textContent = sentence; });
        row.append(cell);
      });
      table.append(row);
    }
    const idle = count * 32 - of.length;
    return [element("p", { class: "result" }, say("lab.result_warps", { threads: of.length, warps: count, idle })),
      element("div", { class: "grid-scroll" }, table), told];
  };
  const occupancy = ([blocks, taken, most, reached]) => {
    const text = say(blocks ? "lab.result_fits" : "lab.result_none",
      { blocks, warps: taken, most, percent: Math.round((100 * taken) / most), limits: limitsText(reached) });
    const bar = element("div", { class: "bar-of-blocks", role: "img", "aria-label": text });
    for (let warp = 0; warp < most; warp += 1) {
      const block = blocks ? Math.floor((warp * blocks) / taken) : 0;
      bar.append(element("span", { class: warp < taken ? (block % 2 ? "taken odd" : "taken") : "" }));
    }
    return [element("p", { class: "result" }, text), bar];
  };
  const draw = { stride: request, tile: request, sectors: request, warps, occupancy };

  for (const place of document.querySelectorAll("[data-lab]")) {
    const name = place.dataset.lab;
    const { controls, data: all } = data[name];
    const shown = element("div");
    const bar = element("div", { class: "controls" });
    const chosen = controls.map((control) => {
      const select = element("select");
      control.values.forEach((value, index) => {
        const option = element("option", { value: String(index) }, data.texts[`lab.${control.key}_${value}`] ?? String(value));
        option.selected = index === control.start;
        select.append(option);
      });
      bar.append(element("label", {}, say(`lab.${control.key}`), select));
      return select;
    });
    const update = () => {
      const places = chosen.map((select) => Number(select.value));
      const index = places.reduce((sum, at, axis) => sum * controls[axis].values.length + at, 0);
      const values = places.map((at, axis) => controls[axis].values[at]);
      shown.replaceChildren(...draw[name](all[index], values));
    };
    for (const select of chosen) select.addEventListener("change", update);
    update();
    place.replaceChildren(bar, shown);
  }
});
