// A player, opened from any table that names one: the row in the table of players, and the opponents met most often.
const playerNote = document.getElementById("player-note");

function playerButton(name) {
  const button = element("button", { type: "button", class: "player" }, element("bdi", {}, name));
  button.addEventListener("click", () => showPlayer(name));
  return button;
}

function showPlayer(name) {
  const facts = factsOf(tableOf(current, "players"), name);
  const table = tableOf(current, "met");
  const met = table ? rowsOfCard(table, name) : null;
  const close = element("button", { type: "button" }, "Close");
  close.addEventListener("click", () => playerNote.close());
  const advice = element("a", { href: addressOf("field") }, "What to try, and what goes well");
  advice.addEventListener("click", () => playerNote.close());
  const whom = name in LAYOUT.accounts ? `the account ${LAYOUT.accounts[name]}` : "this name";
  const none = facts.length ? [] : [element("p", {}, "Not among the players shown for these games.")];
  playerNote.replaceChildren(
    element("h2", { id: "player-name" }, element("bdi", {}, name)),
    ...none,
    element("dl", { class: "facts" }, ...facts),
    ...(met && met.rows.length ? [smallTable(met, "Opponents met most often, in all games analysed")] : []),
    element("p", {}, LAYOUT.player.includes(name) ? advice : `For what to try, run harmonies analyse with --player and ${whom}.`),
    close,
  );
  playerNote.showModal();
}
