// Steps through the games that the page carries: one board after every move.
"use strict";
(() => {
  const data = document.getElementById("replay-data");
  if (!data) return;
  const games = JSON.parse(data.textContent);
  const paints = JSON.parse(document.getElementById("tile-paints").textContent);
  const dialog = document.getElementById("replay");
  const board = dialog.querySelector(".board");
  const slider = dialog.querySelector("input");
  const title = dialog.querySelector("h3");
  const state = dialog.querySelector("output");
  const play = dialog.querySelector("[data-play]");
  let game = null, timer = null;

  const draw = () => {
    const move = Number(slider.value), cells = game.rows * game.cols;
    const digits = game.boards.slice(move * cells, (move + 1) * cells);
    [...board.children].forEach((cell, place) => {
      const exponent = parseInt(digits[place], 36);
      const paint = paints[Math.min(exponent, paints.length - 1)];
      const tile = exponent ? String(2 ** exponent) : "";
      cell.textContent = tile;
      cell.style.background = paint[1];
      cell.style.color = paint[0];
      cell.style.fontSize = tile.length > 4 ? "clamp(.6rem, 3.4vw, 1.1rem)" : "";
    });
    state.textContent = `move ${move} of ${game.scores.length - 1}, ${game.scores[move].toLocaleString("en")} points`;
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  const open = (key) => {
    game = games[key];
    title.textContent = game.title;
    board.style.gridTemplateColumns = `repeat(${game.cols}, minmax(0, 1fr))`;
    board.style.gridTemplateRows = `repeat(${game.rows}, minmax(0, 1fr))`;
    board.style.setProperty("--ratio", `${game.cols} / ${game.rows}`);
    board.replaceChildren(...Array.from({ length: game.rows * game.cols }, () => document.createElement("div")));
    slider.max = game.scores.length - 1;
    slider.value = 0;
    draw();
    dialog.showModal();
  };

  // A game is named in the address, so that it can be linked to.
  const follow = () => {
    const key = location.hash.slice(1);
    if (dialog.open) dialog.close();
    if (games[key]) open(key);
  };
  addEventListener("hashchange", follow);
  slider.addEventListener("input", draw);
  dialog.addEventListener("close", () => {
    stop();
    history.replaceState(null, "", location.pathname + location.search);
  });
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  follow();
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (slider.value === slider.max) slider.value = 0;
    play.textContent = "Stop";
    const step = Math.max(1, Math.round(slider.max / 600));
    timer = setInterval(() => {
      slider.value = Number(slider.value) + step;
      draw();
      if (slider.value === slider.max) stop();
    }, 50);
  });
})();
