"use strict";
(() => {
  const screens = Array.from(document.querySelectorAll("section.screen"));
  const controls = document.querySelector(".controls");
  const slider = controls.querySelector("input");
  const said = controls.querySelector("output");
  const [first, back, next, last] = ["first", "back", "next", "last"].map((name) => controls.querySelector(`[name=${name}]`));
  const all = controls.querySelector("[name=all]");
  const [worseBack, worseNext] = ["previous-mistake", "next-mistake"].map((name) => controls.querySelector(`[name=${name}]`));
  const rows = Array.from(document.querySelectorAll(".numbers [data-turn]"));
  const plots = Array.from(document.querySelectorAll(".chart .box"));
  const lastTurn = rows.length - 1;
  let shown = 0;
  let withAll = false;

  const title = (screen) => screen.dataset.title;

  // The turn of a screen: 0 for the start, the last one for the verdict.
  const turnOf = (screen) => (screen.dataset.turn === undefined ? lastTurn : Number(screen.dataset.turn));

  // The screen of a turn, or the nearest one that the page has.
  const screenAt = (turn) => {
    const away = screens.map((screen) => (screen.dataset.turn === undefined ? Infinity : Math.abs(Number(screen.dataset.turn) - turn)));
    return away.indexOf(Math.min(...away));
  };

  // The board of each player as it was after the latest turn up to a screen.
  const latest = (until) => {
    const boards = new Map();
    for (const screen of screens.slice(0, until)) {
      for (const figure of screen.querySelectorAll("figure[data-player]")) {
        if (!figure.closest(".more")) boards.set(figure.dataset.player, figure);
      }
    }
    return boards;
  };

  const copy = (figure, caption) => {
    const board = figure.cloneNode(true);
    board.querySelector("figcaption").textContent = caption;
    return board;
  };

  const fillMore = () => {
    for (const more of document.querySelectorAll(".more")) more.remove();
    const screen = screens[shown];
    const own = screen.querySelector("figure[data-player]");
    if (!withAll || !own) return;
    const more = document.createElement("div");
    more.className = "more";
    const boards = latest(shown);
    const before = boards.get(own.dataset.player);
    if (before) more.append(copy(before, `Before: ${before.querySelector("figcaption").textContent}`));
    for (const [player, figure] of boards) {
      if (player !== own.dataset.player) more.append(copy(figure, figure.querySelector("figcaption").textContent));
    }
    screen.append(more);
  };

  // What the charts, the legend and the small boards say about the turn.
  const pointAt = (turn) => {
    for (const box of plots) {
      const cursor = box.querySelector(".cursor");
      cursor.hidden = false;
      cursor.style.left = `${(100 * turn) / Math.max(1, lastTurn)}%`;
    }
    for (const kind of ["points", "chance"]) {
      const cells = rows[turn] ? rows[turn].querySelectorAll(`td.${kind}`) : [];
      document.querySelectorAll(`.legend .${kind}`).forEach((place, number) => {
        const value = cells[number] ? cells[number].textContent : "";
        place.textContent = kind === "points" || !value ? value : value === "unknown" ? "chance unknown" : `${value} to win`;
      });
    }
    rows.forEach((row, number) => row.classList.toggle("here", number === turn));
    for (const link of document.querySelectorAll(".multiples a")) {
      if (link.hash === `#${screens[shown].id}`) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  };

  // The nearest mistake before or after the shown screen, else the shown screen.
  const mistakeFrom = (step) => {
    for (let index = shown + step; screens[index]; index += step) {
      if (screens[index].dataset.kind === "mistake") return index;
    }
    return shown;
  };

  const show = (index, writeHash) => {
    shown = Math.min(Math.max(index, 0), screens.length - 1);
    screens.forEach((screen, number) => { screen.hidden = number !== shown; });
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", title(screens[shown]));
    said.textContent = title(screens[shown]);
    first.disabled = back.disabled = shown === 0;
    last.disabled = next.disabled = shown === screens.length - 1;
    if (worseNext) {
      worseBack.disabled = mistakeFrom(-1) === shown;
      worseNext.disabled = mistakeFrom(1) === shown;
    }
    fillMore();
    pointAt(turnOf(screens[shown]));
    if (writeHash) history.replaceState(null, "", `#${screens[shown].id}`);
  };

  // Go to the next mistake, or back, and bring its turn into the window.
  const toMistake = (step) => {
    const index = mistakeFrom(step);
    if (index === shown) return;
    show(index, true);
    const { top } = screens[shown].getBoundingClientRect();
    if (top < controls.offsetHeight || top > innerHeight / 3) screens[shown].scrollIntoView();
  };

  const fromHash = () => {
    const index = screens.findIndex((screen) => `#${screen.id}` === location.hash);
    show(Math.max(index, 0), false);
  };

  slider.max = String(screens.length - 1);
  slider.addEventListener("input", () => show(Number(slider.value), true));
  first.addEventListener("click", () => show(0, true));
  back.addEventListener("click", () => show(shown - 1, true));
  next.addEventListener("click", () => show(shown + 1, true));
  last.addEventListener("click", () => show(screens.length - 1, true));
  if (worseNext) {
    worseBack.addEventListener("click", () => toMistake(-1));
    worseNext.addEventListener("click", () => toMistake(1));
  }
  all.addEventListener("click", () => {
    withAll = !withAll;
    all.setAttribute("aria-pressed", String(withAll));
    fillMore();
  });
  // The slider, and a table too wide for its place, use arrows, Home and End themselves.
  const usesArrows = (target) => {
    const sideways = target.closest && target.closest(".scroll");
    return target === slider || (sideways && sideways.scrollWidth > sideways.clientWidth);
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const go = {
      ArrowLeft: () => show(shown - 1, true),
      ArrowRight: () => show(shown + 1, true),
      Home: () => show(0, true),
      End: () => show(screens.length - 1, true),
      m: () => toMistake(1),
      M: () => toMistake(-1),
    }[event.key];
    if (!go || (event.key.toLowerCase() !== "m" && usesArrows(event.target))) return;
    event.preventDefault();
    go();
  });

  // A chart is a slider for the pointer: press, or drag along it.
  for (const box of plots) {
    const go = (event) => {
      const area = box.getBoundingClientRect();
      show(screenAt(Math.round(((event.clientX - area.left) / area.width) * lastTurn)), true);
    };
    box.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      box.setPointerCapture(event.pointerId);
      go(event);
    });
    box.addEventListener("pointermove", (event) => { if (box.hasPointerCapture(event.pointerId)) go(event); });
  }

  // A swipe over a turn goes to the next or previous one, unless something under the finger scrolls sideways.
  let touched = null;
  const main = document.querySelector("main");
  main.addEventListener("touchstart", (event) => {
    const sideways = event.target.closest(".scroll");
    touched = event.touches.length === 1 && !sideways ? event.touches[0] : null;
  }, { passive: true });
  main.addEventListener("touchend", (event) => {
    const left = event.changedTouches[0];
    if (!touched || event.touches.length) return;
    const [across, down] = [left.clientX - touched.clientX, left.clientY - touched.clientY];
    if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down)) show(shown + (across < 0 ? 1 : -1), true);
    touched = null;
  }, { passive: true });

  // An open card shows on the board where its cube can go after one more token.
  for (const details of document.querySelectorAll("details[data-card]")) {
    details.addEventListener("toggle", () => {
      for (const near of details.closest("section").querySelectorAll(`[data-near="${details.dataset.card}"]`)) {
        near.setAttribute("visibility", details.open ? "visible" : "hidden");
      }
    });
  }

  window.addEventListener("hashchange", fromHash);
  document.body.classList.add("stepping");
  controls.hidden = false;
  fromHash();
})();
