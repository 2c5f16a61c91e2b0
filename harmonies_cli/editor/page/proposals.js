// Stacks read from the photograph by the program on this machine, and steps from doubt to doubt.
import { choose } from "./board.js";
import { byId, counted, make, say } from "./dom.js";
import { countDoubts, nextDoubt, playerInDoubt } from "./doubts.js";
import { holdBack, tell, tried } from "./files.js";
import { changed, current, edit, onChange, view } from "./record.js";
import { post } from "./server.js";

const LONGEST = 1600; // pixels of the longer side: enough to read the picture

let isOffered = false;
let take = null; // receives the next tapped place of bare board

const reduced = (image) => {
  const scale = Math.min(1, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight].map((length) => Math.round(length * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return { scale, text: canvas.toDataURL("image/jpeg", 0.92).split(",")[1] };
};

const apply = (found) => {
  byId("photo-move").setAttribute("aria-pressed", "false");
  edit((_, here) => {
    here.doubts = {};
    for (const [space, { stack, second, doubtful }] of Object.entries(found)) {
      if (stack) here.board[space] = stack;
      else delete here.board[space];
      if (doubtful) here.doubts[space] = second;
    }
    if (!Object.keys(here.doubts).length) delete here.doubts;
  });
  const first = nextDoubt("");
  if (first) choose(first);
  say("Proposed from the photograph.");
};

const propose = (picture, bare) =>
  tried(async () => {
    byId("propose").disabled = true;
    say("Reading the photograph…");
    try {
      const { scale, text } = reduced(picture.image);
      const scaled = ([x, y]) => [x * scale, y * scale];
      apply(await post("propose", JSON.stringify({ side: current().side, picture: text, corners: picture.corners.map(scaled), bare: scaled(bare) })));
    } finally {
      byId("propose").disabled = false;
    }
  });

// Shows the button if a board is laid over a photograph.
export const showProposals = (picture) => {
  byId("propose").hidden = !isOffered || !picture;
  byId("propose").onclick = () => {
    byId("stage").classList.add("tapping");
    say("Tap a place on the photograph where the board is bare.");
    take = (bare) => propose(picture, bare);
  };
};

// A tap on the photograph while the page waits for a place of bare board.
const tap = (event) => {
  if (!take) return;
  event.preventDefault();
  event.stopPropagation();
  const { left, top, width } = byId("scene").getBoundingClientRect();
  const scale = byId("scene").offsetWidth / width;
  byId("stage").classList.remove("tapping");
  const taken = take;
  take = null;
  taken([(event.clientX - left) * scale, (event.clientY - top) * scale]);
};

// Whether doubts keep the record from being saved as final; if so, the banner leads to the first.
const isHeldBack = () => {
  const number = countDoubts();
  if (!number) return false;
  const go = make("button", { type: "button", class: "main", onclick: () => {
    view.player = playerInDoubt();
    changed();
    choose(nextDoubt(""));
  } }, "Go to the first");
  tell(`${counted(number, "proposed space")} still in doubt. Look at each before you save: Tab accepts, S takes the second choice.`, [], go, " ");
  return true;
};

export const beginProposals = (opening) => {
  isOffered = opening.proposes;
  holdBack(isHeldBack);
  byId("stage").addEventListener("click", tap, true);
  byId("stage").addEventListener("pointerdown", (event) => take && event.stopPropagation(), true);
  onChange(() => {
    byId("doubts").textContent = countDoubts() ? `${counted(countDoubts(), "doubt")}: Tab accepts, S swaps` : "";
  });
};
