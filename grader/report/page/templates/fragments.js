// Pictures of fragments: a table for each matrix, a field for each register of each lane.
// say(key, values): a message in the language of the moment; parts: what warplingsFigures makes its pictures of.
const warplingsFragments = (say, parts) => {
  "use strict";

  const { element, heading, tellable, navigable } = parts;
  const LANES = 32;
  const GROUP = 4;
  const FEW = 4;
  const range = (first, count) => (count > 1 ? `${first}–${first + count - 1}` : String(first));
  const registerName = (matrix, register) => `${matrix.register}[${register}]`;

  // The cells of a matrix: lane, register, and its elements as text, in the order of the bits.
  const cellsOf = (matrix) => {
    const [high, wide] = matrix.across ? [1, matrix.pack] : [matrix.pack, 1];
    const perRow = matrix.columns / wide;
    return matrix.cells.map(([lane, register], index) => {
      const row = Math.floor(index / perRow) * high;
      const column = (index % perRow) * wide;
      const names = Array.from({ length: matrix.pack }, (_, at) =>
        `${matrix.names[0]}[${row + (matrix.across ? 0 : at)}][${column + (matrix.across ? at : 0)}]`);
      const elements = names.length > FEW
        ? say("page.figure_fragment_to", { first: names[0], last: names[names.length - 1] }) : names.join(", ");
      return { lane, register, row, column, elements };
    });
  };

  const tableOf = (matrix, title) => {
    const [high, wide] = matrix.across ? [1, matrix.pack] : [matrix.pack, 1];
    const table = element("table", { class: "banks fragment", tabIndex: 0, "aria-label": title });
    const top = element("tr", {}, element("td"));
    for (let column = 0; column < matrix.columns; column += wide) top.append(heading(range(column, wide), "col"));
    const body = element("tbody");
    let row = null;
    for (const cell of cellsOf(matrix)) {
      if (cell.column === 0) {
        const lanes = matrix.addresses === null ? "" : ` @${range(matrix.addresses + cell.row, high)}`;
        row = element("tr", {}, heading(range(cell.row, high) + lanes));
        body.append(row);
      }
      const field = element("td", { class: `group-${Math.floor(cell.lane / GROUP)}` }, `${cell.lane}:${cell.register}`);
      field.dataset.lane = cell.lane;
      row.append(tellable(field, say("page.figure_fragment_cell",
        { lane: cell.lane, register: registerName(matrix, cell.register), elements: cell.elements })));
    }
    table.append(element("thead", {}, top), body);
    return table;
  };

  const heldBy = (lane, instruction) =>
    instruction.matrices.flatMap((matrix) => cellsOf(matrix).filter((cell) => cell.lane === lane)
      .sort((a, b) => a.register - b.register)
      .map((cell) => `${registerName(matrix, cell.register)} = ${cell.elements}`)).join("; ");

  // wmma: whether the source names a wmma, whose own layout is left open.
  const drawn = (instruction, wmma, lang) => {
    const told = element("p", { class: "told", role: "status" });
    const held = element("p", { class: "held" });
    const choice = element("select", { "aria-label": say("page.figure_fragment_lane") });
    choice.append(element("option", { value: "" }, say("page.figure_fragment_none")));
    for (let lane = 0; lane < LANES; lane += 1) choice.append(element("option", { value: String(lane) }, String(lane)));
    const tables = [];
    let chosen = "";
    const mark = (lane) => {
      for (const { table } of tables)
        for (const field of table.querySelectorAll("[data-lane]"))
          field.classList.toggle("mine", field.dataset.lane === lane);
    };
    const choose = (lane) => {
      chosen = lane;
      mark(lane);
      held.textContent = lane === "" ? "" : say("page.figure_fragment_holds", { lane, held: heldBy(Number(lane), instruction) });
      choice.value = lane;
    };
    for (const matrix of instruction.matrices) {
      const last = matrix.first + matrix.registers - 1;
      const registers = matrix.registers > 1 ? say("page.figure_fragment_to",
        { first: registerName(matrix, matrix.first), last: registerName(matrix, last) }) : registerName(matrix, last);
      const title = say("page.figure_fragment_matrix", { names: matrix.names.join(", "), rows: matrix.rows,
        columns: matrix.columns, type: matrix.type, registers, pack: matrix.pack });
      tables.push({ title, table: tableOf(matrix, title) });
    }
    for (const { table } of tables) {
      // What is only pointed at changes no text that would move the tables under the pointer.
      navigable(table, told, (field, picked) => (picked ? choose : mark)(field.dataset.lane));
      table.addEventListener("pointerleave", () => mark(chosen));
    }
    choice.addEventListener("change", () => { told.textContent = ""; choose(choice.value); });
    const label = element("label", {}, `${say("page.figure_fragment_lane")} `, choice);
    const rows = instruction.matrices.some((matrix) => matrix.addresses !== null);
    return [element("p", {}, element("code", {}, instruction.ptx)), element("p", {}, instruction.says[lang]),
      ...(wmma ? [element("p", { class: "explain" }, say("page.figure_fragment_wmma"))] : []),
      element("div", { class: "bar-of-buttons" }, label), told, held,
      ...tables.map(({ title, table }) =>
        element("div", {}, element("h5", {}, title), element("div", { class: "grid-scroll" }, table))),
      element("p", { class: "explain" }, [say("page.figure_fragment_explained"),
        ...(rows ? [say("page.figure_fragment_rows")] : []), say("page.figure_keys")].join(" "))];
  };

  return { drawn };
};
