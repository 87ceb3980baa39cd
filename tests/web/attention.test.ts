import { attention } from "../../web/src/list/attention";

const inView = [{ id: 7, end: 300 }];
const height = 600;

test("marks a message as read once its end has been in view for a second, with input since", () => {
  const { look, input } = attention();
  expect(look(inView, height, true, 0)).toEqual([]);
  input(100);
  expect(look(inView, height, true, 900)).toEqual([]);
  expect(look(inView, height, true, 1000)).toEqual([7]);
});

test("marks nothing as read without user input", () => {
  const { look, input } = attention();
  input(0);
  expect(look(inView, height, true, 10)).toEqual([]);
  expect(look(inView, height, true, 60_000)).toEqual([]);
  input(60_001);
  expect(look(inView, height, true, 60_002)).toEqual([7]);
});

test("marks nothing as read in an unfocused window, and starts over on focus", () => {
  const { look, input } = attention();
  look(inView, height, true, 0);
  input(100);
  expect(look(inView, height, false, 1500)).toEqual([]);
  expect(look(inView, height, true, 1600)).toEqual([]);
  input(1700);
  expect(look(inView, height, true, 2600)).toEqual([7]);
});

test("marks nothing as read whose end isn't in view or that only scrolls past", () => {
  const { look, input } = attention();
  look(
    [
      { id: 7, end: 601 },
      { id: 8, end: -1 },
      { id: 9, end: 50 },
    ],
    height,
    true,
    0,
  );
  input(100);
  expect(
    look(
      [
        { id: 7, end: 601 },
        { id: 8, end: -1 },
      ],
      height,
      true,
      1500,
    ),
  ).toEqual([]);
});

test("marks what was in view for a second as read when the first input scrolls it away", () => {
  const { look, input } = attention();
  look(inView, height, true, 10);
  expect(look(inView, height, true, 1400)).toEqual([]);
  input(1500);
  expect(look([], height, true, 1510)).toEqual([7]);
  expect(look([], height, true, 3000)).toEqual([]);
});

test("marks what was in view for a second as read when an input leaves the view", () => {
  const { look, input, leave } = attention();
  look(inView, height, true, 10);
  look(inView, height, true, 1400);
  input(1500);
  expect(leave()).toEqual([7]);
  expect(leave()).toEqual([]);
});

test("leaving marks nothing as read that was in view for less than a second, or while the window was idle or unfocused", () => {
  const brief = attention();
  brief.look(inView, height, true, 10);
  brief.input(900);
  expect(brief.leave()).toEqual([]);

  const unattended = attention();
  unattended.input(0);
  unattended.look(inView, height, true, 10);
  unattended.look(inView, height, true, 5000);
  expect(unattended.leave()).toEqual([]);

  const unfocused = attention();
  unfocused.look(inView, height, true, 10);
  unfocused.look(inView, height, false, 400);
  unfocused.input(5000);
  expect(unfocused.leave()).toEqual([]);
});

test("leaves unread what was shown as read and marked as unread by hand, until the view is opened again", () => {
  const { look, input, leave, showRead } = attention();
  showRead([7]);
  look(inView, height, true, 0);
  input(1500);
  expect(look(inView, height, true, 2000)).toEqual([]);
  input(4000);
  expect(leave()).toEqual([]);
  const again = attention();
  again.look(inView, height, true, 5000);
  again.input(6500);
  expect(again.leave()).toEqual([7]);
});
