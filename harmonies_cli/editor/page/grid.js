// The board laid over the photograph: four handles on the corner spaces move the hexagons.
import { byId } from "./dom.js";
import { homography, isClockwise, mapped, matrix3d, pinch } from "./homography.js";
import { side, view } from "./record.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 10; // pixels of a step with Shift
const CLOSE = 110; // height in screen pixels of a space that the zoom follows
const PART = 0.7; // of the picture, for a new grid

let corners = null;
let scale = 1;
let listener = () => undefined;
const fingers = new Map();

const handles = () => [...byId("handles").children];

// The corner spaces around the board, from the top left.
export const cornerSpaces = () => {
  const { columns } = side();
  const last = "abcdefg"[columns.length - 1];
  return ["a1", `${last}1`, `${last}${columns.at(-1)}`, `a${columns[0]}`];
};

const inBox = ([x, y]) => [x - side().box[0], y - side().box[1]];
const boardCorners = () => cornerSpaces().map((space) => inBox(side().middles[space]));

// The grid in the middle of a picture, seen from straight above.
export const laid = (width, height) => {
  const [, , boxWidth, boxHeight] = side().box;
  const size = PART * Math.min(width / boxWidth, height / boxHeight);
  return boardCorners().map(([x, y]) => [width / 2 + size * (x - boxWidth / 2), height / 2 + size * (y - boxHeight / 2)]);
};

const follow = (map, width, height) => {
  const stage = byId("stage");
  const [stageWidth, stageHeight] = [stage.clientWidth, stage.clientHeight];
  const fit = Math.min(stageWidth / width, stageHeight / height);
  let [middle, zoom] = [[width / 2, height / 2], fit];
  if (map && byId("photo-zoom").checked) {
    const here = side().middles[view.space];
    middle = mapped(map, inBox(here));
    const [top, bottom] = [-1, 1].map((half) => mapped(map, inBox([here[0], here[1] + half * 38])));
    zoom = Math.max(fit, CLOSE / Math.hypot(bottom[0] - top[0], bottom[1] - top[1]));
  }
  scale = zoom;
  byId("scene").style.transform = `translate(${stageWidth / 2 - zoom * middle[0]}px, ${stageHeight / 2 - zoom * middle[1]}px) scale(${zoom})`;
};

// Shows the grid over a picture of a size.
export const showGrid = (image, placed) => {
  corners = placed;
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  // While a handle moves to its corner there may be no such view; the board is hidden meanwhile.
  const map = isClockwise(corners) ? homography(boardCorners(), corners) : null;
  const [, , boxWidth, boxHeight] = side().box;
  Object.assign(byId("scene").style, { width: `${width}px`, height: `${height}px` });
  Object.assign(byId("board").style, { width: `${boxWidth}px`, height: `${boxHeight}px`, visibility: map ? "" : "hidden" });
  if (map) byId("board").style.transform = matrix3d(map);
  follow(map, width, height);
  for (const [index, handle] of handles().entries()) {
    const [x, y] = corners[index];
    handle.setAttribute("aria-label", `Corner ${cornerSpaces()[index]}`);
    handle.style.transform = `translate(${x}px, ${y}px) scale(${1 / scale})`;
  }
};

export const hideGrid = () => {
  for (const id of ["scene", "board"]) Object.assign(byId(id).style, { width: "", height: "", transform: "", visibility: "" });
};

const moveOne = (index, [x, y]) => listener(corners.map((corner, each) => (each === index ? [corner[0] + x, corner[1] + y] : corner)));

// Where a finger is, in pixels of the picture.
const placeOf = (event) => {
  const { left, top } = byId("scene").getBoundingClientRect();
  return [(event.clientX - left) / scale, (event.clientY - top) / scale];
};

const drag = (event) => {
  if (!fingers.has(event.pointerId)) return;
  const before = [...fingers.entries()];
  const [x, y] = placeOf(event);
  const { handle, at } = fingers.get(event.pointerId);
  fingers.set(event.pointerId, { handle, at: [x, y] });
  if (handle !== null) moveOne(handle, [x - at[0], y - at[1]]);
  else if (before.length === 1) listener(corners.map((corner) => [corner[0] + x - at[0], corner[1] + y - at[1]]));
  else if (before.length === 2) {
    const to = before.map(([id, finger]) => (id === event.pointerId ? [x, y] : finger.at));
    listener(corners.map(pinch(before.map(([, finger]) => finger.at), to)));
  }
};

export const beginGrid = (onMove) => {
  listener = onMove;
  const scene = byId("scene");
  const isOn = () => byId("stage").classList.contains("on") && byId("stage").classList.contains("moving");
  scene.addEventListener("pointerdown", (event) => {
    if (!isOn()) return;
    const index = handles().indexOf(event.target);
    if (index < 0) event.preventDefault();
    scene.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { handle: index < 0 ? null : index, at: placeOf(event) });
  });
  scene.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) scene.addEventListener(end, (event) => fingers.delete(event.pointerId));
  for (const [index, handle] of handles().entries()) {
    handle.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      moveOne(index, step.map((part) => part * (event.shiftKey ? FAR : 1)));
    });
  }
};
