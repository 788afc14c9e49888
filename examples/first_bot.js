// A bot in JavaScript: it asks what would come of every move, and makes the one with the most points.
//
//     templetop play cacao --bots "mine=exec:node examples/first_bot.js"

const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

let seat, asked, left, best;

const heard = {
  hello: (message) => {
    seat = message.seat;
    say({ ready: true });
  },
  decide: (message) => {
    asked = message;
    left = message.moves.map((one) => one.move);
    best = { move: left[0], worth: -Infinity };
    askOrAnswer();
  },
  what_if: (message) => {
    const worth = message.points ? message.points[seat] : -message.places[seat];
    if (worth > best.worth) best = { move: message.what_if[0], worth };
    askOrAnswer();
  },
  over: () => lines.close(),
};

function askOrAnswer() {
  const { number } = asked;
  if (left.length) say({ number, what_if: [left.shift()], brief: true });
  else say({ number, move: best.move });
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  heard[message.type]?.(message);
});
