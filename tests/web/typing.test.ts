import { nextTypists, type Typists } from "../../web/src/store/typing";
import type { Typing } from "../../web/src/wire/event";

const typing = (op: "start" | "stop", topic: string, userId = 2): Typing =>
  ({
    type: "typing",
    op,
    message_type: "stream",
    stream_id: 1,
    topic,
    sender: { user_id: userId },
  }) as Typing;

test("topics where nobody types any more are forgotten, however many there were", () => {
  let typists: Typists = new Map();
  for (let at = 0; at < 100; at += 1)
    typists = nextTypists(typists, typing("start", `topic ${at}`), at * 1000);
  expect(typists.size).toBe(15);
  for (let at = 0; at < 100; at += 1) typists = nextTypists(typists, typing("stop", `topic ${at}`), 100_000);
  expect(typists.size).toBe(0);
});

test("someone who keeps typing stays listed", () => {
  let typists: Typists = new Map();
  typists = nextTypists(typists, typing("start", "lunch"), 0);
  typists = nextTypists(typists, typing("start", "lunch", 3), 10_000);
  typists = nextTypists(typists, typing("start", "dinner"), 20_000);
  expect([...typists.keys()]).toEqual(["t1 lunch", "t1 dinner"]);
});
