// A photograph held beside the board or under it. It is shown from the disk and goes nowhere.
import { byId, say } from "./dom.js";

const at = { x: 0, y: 0 };
let address = null;

const place = () => document.querySelector("[name=photo-place]:checked").value;
const moves = () => byId("photo-move").getAttribute("aria-pressed") === "true";

const show = () => {
  const stage = byId("stage");
  const isLoaded = address !== null;
  byId("photo").hidden = !isLoaded;
  byId("photo-tools").hidden = !isLoaded;
  byId("photo-load").textContent = isLoaded ? "Another…" : "Photograph…";
  stage.classList.toggle("beside", isLoaded && place() === "beside");
  stage.classList.toggle("under", isLoaded && place() === "under");
  stage.classList.toggle("moving", isLoaded && (moves() || place() === "beside"));
  byId("opacity-label").hidden = place() === "beside";
  byId("photo-move").hidden = place() === "beside";
  byId("board").style.opacity = isLoaded && place() === "under" ? byId("photo-opacity").value / 100 : "";
  const [size, turn] = [byId("photo-size").value / 100, byId("photo-turn").value];
  byId("photo-image").style.transform = `translate(${at.x}px, ${at.y}px) rotate(${turn}deg) scale(${size})`;
};

const reset = () => {
  at.x = at.y = 0;
  byId("photo-size").value = 100;
  byId("photo-turn").value = 0;
};

const load = (file) => {
  if (!file) return;
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(file);
  byId("photo-image").src = address;
  reset();
  show();
};

const drag = (down) => {
  if (!byId("stage").classList.contains("moving")) return;
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
  if (!step) return;
  event.preventDefault();
  at.x += step[0];
  at.y += step[1];
  show();
};

export const beginPhoto = () => {
  byId("photo-file").addEventListener("change", (event) => load(event.target.files[0]));
  byId("photo-image").addEventListener("error", () => {
    say("The file is no picture that this browser can show.");
    address = null;
    show();
  });
  for (const input of document.querySelectorAll("#photo-tools input")) input.addEventListener("input", show);
  byId("photo-move").addEventListener("click", () => {
    byId("photo-move").setAttribute("aria-pressed", String(!moves()));
    show();
  });
  byId("photo-move").addEventListener("keydown", nudge);
  byId("photo-remove").addEventListener("click", () => {
    URL.revokeObjectURL(address);
    address = null;
    byId("photo-image").removeAttribute("src");
    byId("photo-file").value = "";
    show();
  });
  byId("photo").addEventListener("pointerdown", drag);
  byId("photo").addEventListener("wheel", (event) => {
    if (!byId("stage").classList.contains("moving")) return;
    event.preventDefault();
    byId("photo-size").value = Number(byId("photo-size").value) * (event.deltaY < 0 ? 1.1 : 0.9);
    show();
  }, { passive: false });
  show();
};
