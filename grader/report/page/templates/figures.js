// Pictures of single requests: banks by wavefronts, sectors by bytes. Only what the grader's models say is drawn.
// say(key, values): a message in the language of the moment.
const warplingsFigures = (say) => {
  "use strict";

  const BANKS = 32;
  const SECTOR = 32;
  const WORD = 4;
  const count = (number) => number.toLocaleString("en-US");
  const place = (index) => `(${index.join(", ")})`;
  const lanesText = (lanes) => {
    const parts = [];
    for (let at = 0; at < lanes.length; ) {
      let end = at;
      while (end + 1 < lanes.length && lanes[end + 1] === lanes[end] + 1) end += 1;
      parts.push(end - at > 1 ? `${lanes[at]}–${lanes[end]}` : lanes.slice(at, end + 1).join(", "));
      at = end + 1;
    }
    return parts.join(", ");
  };

  const element = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key === "class") made.className = value;
      else if (key in made) made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  };
  const button = (text, act) => {
    const made = element("button", { type: "button" }, text);
    made.addEventListener("click", act);
    return made;
  };
  const heading = (text, scope = "row") => element("th", { scope }, text);

  // A field that says what it is when it is chosen with the mouse or the arrow keys.
  const tellable = (cell, sentence) => {
    cell.dataset.told = sentence;
    return cell;
  };
  // tell(cell, chosen): what else to do for a cell that is pointed at, or chosen.
  const navigable = (table, told, tell = () => {}) => {
    const fields = [...table.tBodies[0].rows].map((row) => [...row.cells].filter((cell) => cell.dataset.told));
    const rows = fields.filter((row) => row.length);
    let current = null;
    const choose = (cell) => {
      current?.classList.remove("current");
      current = cell;
      cell.classList.add("current");
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
      told.textContent = cell.dataset.told;
      tell(cell, true);
    };
    table.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-told]");
      if (cell) choose(cell);
    });
    table.addEventListener("pointerover", (event) => {
      const cell = event.target.closest("[data-told]");
      if (!cell) return;
      told.textContent = cell.dataset.told;
      tell(cell, false);
    });
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    table.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step || !rows.length) return;
      event.preventDefault();
      if (!current) return choose(rows[0][0]);
      const at = rows.findIndex((row) => row.includes(current));
      const row = rows[Math.min(Math.max(at + step[0], 0), rows.length - 1)];
      const column = rows[at].indexOf(current) + step[1];
      choose(row[Math.min(Math.max(column, 0), row.length - 1)]);
    });
  };

  // Shared memory: a column is a bank, a row a wavefront.
  const bankTable = (figure) => {
    const asked = Array.from({ length: BANKS }, () => new Set());
    for (const wavefront of figure.wavefronts) for (const [bank, word] of wavefront.words) asked[bank].add(word);
    const table = element("table", { class: "banks", tabIndex: 0, "aria-label": say("page.figure_shared") });
    const top = element("tr", {}, heading(say("page.figure_bank"), "col"));
    for (let bank = 0; bank < BANKS; bank += 1) top.append(heading(String(bank), "col"));
    table.append(element("thead", {}, top));
    const body = element("tbody");
    const crowd = element("tr", { class: "asked" }, heading(say("page.figure_words_asked")));
    asked.forEach((words, bank) => {
      const cell = element("td", { class: words.size > 1 ? "crowd" : "" }, words.size ? String(words.size) : "");
      crowd.append(tellable(cell, say("page.figure_cell_asked", { bank, words: words.size })));
    });
    body.append(crowd);
    figure.wavefronts.forEach((wavefront, index) => {
      const turn = index + 1;
      const row = element("tr", { class: "turn" }, heading(say("page.figure_wavefront", { turn })));
      const given = new Map(wavefront.words.map(([bank, word, lanes]) => [bank, [word, lanes]]));
      for (let bank = 0; bank < BANKS; bank += 1) {
        if (!given.has(bank)) {
          row.append(tellable(element("td"), say("page.figure_cell_idle", { turn, bank })));
          continue;
        }
        const [word, lanes] = given.get(bank);
        const cell = element("td", { class: lanes.length > 1 ? "many" : "one" },
          lanes.length > 1 ? `${lanes.length}×` : String(lanes[0]));
        const first = word * WORD;
        row.append(tellable(cell, say("page.figure_cell",
          { turn, bank, first: count(first), last: count(first + WORD - 1), lanes: lanesText(lanes) })));
      }
      body.append(row);
    });
    table.append(body);
    return table;
  };

  // Atomics: a column is an address, on which stand the lanes that change what is there.
  const towerTable = (figure) => {
    const highest = Math.max(...figure.towers.map(([, lanes]) => lanes.length));
    const table = element("table", { class: "banks towers", tabIndex: 0, "aria-label": say("page.figure_towers") });
    const body = element("tbody");
    for (let level = highest; level > 0; level -= 1) {
      const row = element("tr", {}, heading(say("page.figure_turn", { turn: level })));
      for (const [address, lanes] of figure.towers) {
        if (lanes.length < level) {
          row.append(element("td", { class: "air" }));
          continue;
        }
        const cell = element("td", { class: lanes.length > 1 ? "many" : "one" }, String(lanes[level - 1]));
        row.append(tellable(cell, say("page.figure_tower", { first: count(address),
          last: count(address + figure.width - 1), lanes: lanesText(lanes), turns: lanes.length })));
      }
      body.append(row);
    }
    const foot = element("tr", { class: "ground" }, heading(say("page.figure_from_byte")));
    for (const [address] of figure.towers) foot.append(heading(count(address), "col"));
    body.append(foot);
    table.append(body);
    return table;
  };
  const towers = (figure) => {
    const told = element("p", { class: "told", role: "status" });
    const table = towerTable(figure);
    const turns = Math.max(...figure.towers.map(([, lanes]) => lanes.length));
    const caption = say("page.figure_towers_caption", { places: figure.towers.length, turns });
    navigable(table, told);
    return [element("h5", {}, say("page.figure_towers")), element("p", {}, caption),
      element("div", { class: "grid-scroll" }, table), told,
      element("p", { class: "explain" }, say("page.figure_towers_explained"))];
  };

  // The wavefronts one after another.
  const stepper = (figure, table, told) => {
    const rows = [...table.querySelectorAll(".turn")];
    let at = -1;
    const show = (next) => {
      at = next;
      rows.forEach((row, index) => row.classList.toggle("dim", at >= 0 && index !== at));
      told.textContent = at < 0 ? "" : say("page.figure_step",
        { turn: at + 1, cost: rows.length, lanes: lanesText(figure.wavefronts[at].lanes) });
      back.disabled = all.disabled = at < 0;
      next_.disabled = at === rows.length - 1;
    };
    const back = button(say("page.figure_back"), () => show(at - 1));
    const next_ = button(say("page.figure_next"), () => show(at + 1));
    const all = button(say("page.figure_all"), () => show(-1));
    show(-1);
    return [back, next_, all];
  };

  // Global memory: a row is a sector, its fields are what lanes asked for, and the gaps between.
  const sectorTable = (figure) => {
    const table = element("table", { class: "sectors", tabIndex: 0, "aria-label": say("page.figure_global") });
    const columns = Array.from({ length: SECTOR }, () => element("col", { class: "byte" }));
    table.append(element("colgroup", {}, element("col", { class: "name" }), ...columns));
    const top = element("tr", {}, heading(say("page.figure_byte"), "col"));
    for (let byte = 0; byte < SECTOR; byte += WORD) {
      const head = heading(`+${byte}`, "col");
      head.colSpan = WORD;
      top.append(head);
    }
    table.append(element("thead", {}, top));
    const body = element("tbody");
    let previous = null;
    for (const sector of figure.sectors) {
      if (previous !== null && sector.number > previous + 1) {
        const text = say("page.figure_gap", { count: count(sector.number - previous - 1) });
        body.append(element("tr", { class: "gap" }, element("td"), element("td", { colSpan: SECTOR }, text)));
      }
      previous = sector.number;
      const row = element("tr", {}, heading(say("page.figure_sector_bytes", { first: count(sector.number * SECTOR) })));
      const wanted = new Map();
      for (const lane of sector.lanes) {
        const at = figure.addresses[lane] - sector.number * SECTOR;
        wanted.set(at, [...(wanted.get(at) ?? []), lane]);
      }
      let byte = 0;
      const gap = (end) => {
        if (end <= byte) return;
        const bytes = end - byte;
        row.append(tellable(element("td", { class: "unused", colSpan: bytes }), say("page.figure_unused", { bytes })));
        byte = end;
      };
      for (const at of [...wanted.keys()].sort((a, b) => a - b)) {
        gap(at);
        const lanes = wanted.get(at);
        const first = sector.number * SECTOR + at;
        const cell = element("td", { class: "used", colSpan: figure.width },
          lanes.length > 1 ? `${lanes.length}×` : String(lanes[0]));
        row.append(tellable(cell, say("page.figure_field",
          { first: count(first), last: count(first + figure.width - 1), lanes: lanesText(lanes) })));
        byte = at + figure.width;
      }
      gap(SECTOR);
      body.append(row);
    }
    table.append(body);
    return table;
  };

  const usedBytes = (figure) =>
    figure.sectors.reduce((sum, sector) => {
      let used = sector.used >>> 0;
      let bits = 0;
      for (; used; used >>>= 1) bits += used & 1;
      return sum + bits;
    }, 0);

  const lanesTable = (figure) => {
    const shared = figure.space === "shared";
    const table = element("table", { class: "lanes-table" });
    const columns = ["page.figure_lane", "page.figure_address"];
    columns.push(...(shared ? ["page.figure_banks", "page.figure_served"] : ["page.figure_sectors"]));
    table.append(element("thead", {}, element("tr", {}, ...columns.map((key) => heading(say(key), "col")))));
    const body = element("tbody");
    figure.addresses.forEach((address, lane) => {
      const row = element("tr", {}, heading(String(lane)));
      if (address === null) {
        row.append(element("td", { colSpan: columns.length - 1 }, say("page.figure_idle")));
      } else if (shared) {
        const turns = figure.wavefronts.flatMap((wavefront, turn) => (wavefront.lanes.includes(lane) ? [turn + 1] : []));
        row.append(element("td", {}, count(address)), element("td", {}, String(Math.floor(address / WORD) % BANKS)),
          element("td", {}, turns.join(", ")));
      } else {
        row.append(element("td", {}, count(address)), element("td", {}, count(Math.floor(address / SECTOR))));
      }
      body.append(row);
    });
    table.append(body);
    const scroll = element("div", { class: "grid-scroll" }, table);
    return element("details", {}, element("summary", {}, say("page.figure_lanes")), scroll);
  };

  const valuesOf = (figure) => ({
    buffer: figure.buffer, block: place(figure.block), warp: figure.warp, cost: figure.cost, ideal: figure.ideal,
    alike: count(figure.alike),
  });

  const drawn = (figure) => {
    const shared = figure.space === "shared";
    const told = element("p", { class: "told", role: "status" });
    const table = shared ? bankTable(figure) : sectorTable(figure);
    const caption = element("p", {}, say(shared ? "page.figure_shared_caption" : "page.figure_global_caption", valuesOf(figure)));
    const parts = [caption];
    if (!shared) {
      const used = usedBytes(figure);
      const fetched = figure.sectors.length * SECTOR;
      const percent = Math.round((100 * used) / fetched);
      parts.push(element("p", { class: "used-bytes" }, say("page.figure_used", { used, fetched, percent })));
    }
    if (shared && figure.wavefronts.length > 1)
      parts.push(element("div", { class: "bar-of-buttons" }, ...stepper(figure, table, told)));
    parts.push(element("div", { class: "grid-scroll" }, table), told);
    const kind = shared ? (figure.copy ? "copy" : "shared") : (figure.copy ? "pairs" : "global");
    const explained = { copy: "page.figure_copy_explained", shared: "page.figure_shared_explained",
      pairs: "page.figure_pairs_explained", global: "page.figure_global_explained" }[kind];
    parts.push(element("p", { class: "explain" }, `${say(explained)} ${say("page.figure_keys")}` +
      (shared && figure.wavefronts.length > 1 ? ` ${say("page.figure_order")}` : "")));
    if (figure.towers) parts.push(...towers(figure));
    parts.push(lanesTable(figure));
    navigable(table, told);
    return parts;
  };

  return { drawn, valuesOf, element, button, heading, tellable, navigable };
};
