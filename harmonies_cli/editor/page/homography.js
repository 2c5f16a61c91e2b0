// The projective map of the plane that takes four points to four others: what a camera does to a board.

// Solves a linear system by elimination with pivots; null if it has no single solution.
const solved = (rows) => {
  const size = rows.length;
  for (let step = 0; step < size; step += 1) {
    let pivot = step;
    for (let row = step + 1; row < size; row += 1) if (Math.abs(rows[row][step]) > Math.abs(rows[pivot][step])) pivot = row;
    if (Math.abs(rows[pivot][step]) < 1e-12) return null;
    [rows[step], rows[pivot]] = [rows[pivot], rows[step]];
    for (let row = 0; row < size; row += 1) {
      if (row === step) continue;
      const factor = rows[row][step] / rows[step][step];
      for (let column = step; column <= size; column += 1) rows[row][column] -= factor * rows[step][column];
    }
  }
  return rows.map((row, index) => row[size] / row[index]);
};

// The map as nine numbers, row by row, the last one 1; null if three of the points are on a line.
export const homography = (from, to) => {
  const rows = from.flatMap(([x, y], index) => {
    const [u, v] = to[index];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const found = solved(rows);
  return found && [...found, 1];
};

export const mapped = ([a, b, c, d, e, f, g, h, i], [x, y]) => {
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
};

// The same map for CSS, which counts by columns and has a third dimension.
export const matrix3d = ([a, b, c, d, e, f, g, h, i]) => `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(",")})`;

// Whether four points go around clockwise, as the corners of a board seen from above must.
export const isClockwise = (corners) =>
  corners.every((corner, index) => {
    const [next, after] = [corners[(index + 1) % 4], corners[(index + 2) % 4]];
    return (next[0] - corner[0]) * (after[1] - next[1]) - (next[1] - corner[1]) * (after[0] - next[0]) > 1e-6;
  });

// The map that takes two points to two others by moving, turning and sizing only: two fingers on a screen.
export const pinch = ([a, b], [c, d]) => {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const [u, v] = [d[0] - c[0], d[1] - c[1]];
  const square = x * x + y * y || 1;
  const [cos, sin] = [(x * u + y * v) / square, (x * v - y * u) / square];
  return ([p, q]) => [c[0] + cos * (p - a[0]) - sin * (q - a[1]), c[1] + sin * (p - a[0]) + cos * (q - a[1])];
};
