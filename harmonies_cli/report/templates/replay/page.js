"use strict";
(() => {
  const screens = Array.from(document.querySelectorAll("section.screen"));
  const controls = document.querySelector(".controls");
  const slider = controls.querySelector("input");
  const told = controls.querySelector("output");
  const [first, back, next, last] = ["first", "back", "next", "last"].map((name) => controls.querySelector(`[name=${name}]`));
  const all = controls.querySelector("[name=all]");
  let shown = 0;
  let withAll = false;

  const title = (screen) => screen.querySelector("h2").textContent;

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

  const show = (index, writeHash) => {
    shown = Math.min(Math.max(index, 0), screens.length - 1);
    screens.forEach((screen, number) => { screen.hidden = number !== shown; });
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", title(screens[shown]));
    told.firstElementChild.textContent = `${shown + 1}/${screens.length}`;
    told.lastElementChild.textContent = title(screens[shown]);
    first.disabled = back.disabled = shown === 0;
    last.disabled = next.disabled = shown === screens.length - 1;
    fillMore();
    if (writeHash) history.replaceState(null, "", `#${screens[shown].id}`);
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
  all.addEventListener("click", () => {
    withAll = !withAll;
    all.setAttribute("aria-pressed", String(withAll));
    fillMore();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    const index = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: screens.length - 1 }[event.key];
    if (index === undefined || (event.target.closest && event.target.closest(".scroll"))) return;
    event.preventDefault();
    show(index, true);
  });
  window.addEventListener("hashchange", fromHash);
  document.body.classList.add("stepping");
  controls.hidden = false;
  fromHash();
})();
