"use strict";
// Headings become buttons that sort their table; rows without a number stay last, greyed rows after the others.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    const isNumber = heading.classList.contains("number");
    button.addEventListener("click", () => {
      const before = heading.getAttribute("aria-sort");
      const down = before ? before === "ascending" : isNumber;
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        return isNumber ? parseFloat(cell.dataset.key) : cell.textContent.trim();
      };
      const compare = (one, other) => {
        const grey = one.classList.contains("few") - other.classList.contains("few");
        if (grey) return grey;
        const [a, b] = [key(one), key(other)];
        if (isNumber && (isNaN(a) || isNaN(b))) return isNaN(a) - isNaN(b);
        const order = isNumber ? a - b : a.localeCompare(b, undefined, { numeric: true });
        return down ? -order : order;
      };
      body.append(...[...body.rows].sort(compare));
    });
  });
}
