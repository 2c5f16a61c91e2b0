// A photograph for each player, beside the board, under it, or with the board laid over it.
import { byId, say } from "./dom.js";
import { beginGrid, hideGrid, laid, showGrid } from "./grid.js";
import { decoded, keepPicture, keptPicture, turned } from "./pictures.js";
import { showProposals } from "./proposals.js";
import { current, onChange, view } from "./record.js";

const at = { x: 0, y: 0 };
const pictures = new Map(); // by player: { blob, corners, image }
let file = "";

const place = () => document.querySelector("[name=photo-place]:checked").value;
const moves = () => byId("photo-move").getAttribute("aria-pressed") === "true";
const here = () => pictures.get(view.player);

const keep = (player) => {
  const { blob, corners } = pictures.get(player) || {};
  keepPicture(file, player, blob ? { blob, corners } : null);
};

const show = () => {
  const stage = byId("stage");
  const picture = here();
  const isShown = (where) => Boolean(picture) && place() === where;
  byId("photo").hidden = !picture;
  byId("photo-tools").hidden = !picture;
  byId("photo-load").textContent = picture ? "Another…" : "Photograph…";
  for (const where of ["beside", "under", "on"]) stage.classList.toggle(where, isShown(where));
  stage.classList.toggle("moving", Boolean(picture) && (moves() || isShown("beside")));
  byId("opacity-label").hidden = place() === "beside";
  byId("photo-move").hidden = place() === "beside";
  byId("photo-move").textContent = place() === "on" ? "Handles" : "Move";
  byId("zoom-label").hidden = place() !== "on";
  byId("photo-frame").hidden = place() === "on";
  byId("handles").hidden = !(isShown("on") && moves());
  byId("board").style.opacity = picture && place() !== "beside" ? byId("photo-opacity").value / 100 : "";
  if (picture && byId("photo-image").src !== picture.image.src) byId("photo-image").src = picture.image.src;
  showProposals(isShown("on") ? picture : null);
  if (isShown("on")) {
    byId("photo-image").style.transform = "";
    picture.corners ??= laid(picture.image.naturalWidth, picture.image.naturalHeight);
    showGrid(picture.image, picture.corners);
    return;
  }
  hideGrid();
  const [size, turn] = [byId("photo-size").value / 100, byId("photo-turn").value];
  byId("photo-image").style.transform = `translate(${at.x}px, ${at.y}px) rotate(${turn}deg) scale(${size})`;
};

const reset = () => {
  at.x = at.y = 0;
  byId("photo-size").value = 100;
  byId("photo-turn").value = 0;
};

// Takes a picture for a player; the previous one stays if the browser cannot show the new one.
const take = async (blob, player, corners = null) => {
  const image = await decoded(blob);
  if (!image) return false;
  if (pictures.has(player)) URL.revokeObjectURL(pictures.get(player).image.src);
  pictures.set(player, { blob, corners, image });
  show();
  return true;
};

const load = async (chosen) => {
  if (!chosen) return;
  const player = view.player;
  if (await take(chosen, player)) {
    reset();
    if (place() === "on") byId("photo-move").setAttribute("aria-pressed", "true");
    show();
    keep(player);
  } else if (/\.hei[cf]$/i.test(chosen.name)) say("This browser cannot show HEIC pictures: save it as JPEG.");
  else say("This browser cannot show the file as a picture.");
};

const turn = async () => {
  const player = view.player;
  const { image, corners } = here();
  const height = image.naturalHeight;
  await take(await turned(image), player, corners && corners.map(([x, y]) => [height - y, x]));
  keep(player);
};

const remove = () => {
  URL.revokeObjectURL(here().image.src);
  pictures.delete(view.player);
  byId("photo-image").removeAttribute("src");
  show();
  keep(view.player);
};

// A player is gone: the pictures of the following players move up.
export const dropPicture = (player) => {
  const others = [...pictures].filter(([number]) => number !== player);
  const numbers = [...pictures.keys()];
  pictures.clear();
  for (const [number, picture] of others) pictures.set(number > player ? number - 1 : number, picture);
  for (const number of new Set([...numbers, ...pictures.keys()])) keep(number);
  show();
};

const drag = (down) => {
  if (!byId("stage").classList.contains("moving") || place() === "on") return;
  down.preventDefault();
  const frame = byId("photo");
  const start = { x: at.x - down.clientX, y: at.y - down.clientY };
  const move = (event) => {
    at.x = start.x + event.clientX;
    at.y = start.y + event.clientY;
    show();
  };
  frame.setPointerCapture(down.pointerId);
  frame.addEventListener("pointermove", move);
  frame.addEventListener("lostpointercapture", () => frame.removeEventListener("pointermove", move), { once: true });
};

const nudge = (event) => {
  const step = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] }[event.key];
  if (!step || place() === "on") return;
  event.preventDefault();
  at.x += step[0];
  at.y += step[1];
  show();
};

const size = (event) => {
  if (!byId("stage").classList.contains("moving") || place() === "on") return;
  event.preventDefault();
  byId("photo-size").value = Number(byId("photo-size").value) * (event.deltaY < 0 ? 1.1 : 0.9);
  show();
};

export const beginPhoto = async (key) => {
  file = key;
  for (const id of ["photo-file", "photo-camera"]) {
    byId(id).addEventListener("change", async (event) => {
      await load(event.target.files[0]);
      event.target.value = "";
    });
  }
  for (const input of document.querySelectorAll("#photo-tools input")) input.addEventListener("input", show);
  for (const input of document.querySelectorAll("[name=photo-place]")) {
    input.addEventListener("change", () => {
      byId("photo-move").setAttribute("aria-pressed", String(place() === "on"));
      show();
    });
  }
  byId("photo-move").addEventListener("click", () => {
    byId("photo-move").setAttribute("aria-pressed", String(!moves()));
    show();
  });
  byId("photo-move").addEventListener("keydown", nudge);
  byId("photo-quarter").addEventListener("click", turn);
  byId("photo-remove").addEventListener("click", remove);
  byId("photo").addEventListener("pointerdown", drag);
  byId("photo").addEventListener("wheel", size, { passive: false });
  beginGrid((corners) => {
    here().corners = corners;
    show();
    keep(view.player);
  });
  window.addEventListener("resize", show);
  onChange(show);
  show();
  for (const number of current().players.keys()) {
    const kept = await keptPicture(file, number);
    if (kept && !pictures.has(number)) await take(kept.blob, number, kept.corners);
  }
};
