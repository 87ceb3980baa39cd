import { outcomesOf } from "../../web/src/views/pending/scheduled-outcomes";
import type { ScheduledMessage } from "../../web/src/wire/wire";

const now = Date.UTC(2030, 0, 1, 12);

const scheduled = (id: number, minutesAgo: number, failed = false): ScheduledMessage => ({
  scheduled_message_id: id,
  type: "stream",
  to: 9,
  topic: "lunch",
  content: `Message ${id}`,
  rendered_content: `<p>Message ${id}</p>`,
  scheduled_delivery_timestamp: now / 1000 - minutesAgo * 60,
  failed,
});
const known = (...all: readonly ScheduledMessage[]) =>
  new Map(all.map((one) => [one.scheduled_message_id, one]));
const idsOf = ({ failed, gone }: ReturnType<typeof outcomesOf>) => ({
  failed: failed.map((one) => one.scheduled_message_id),
  gone: gone.map((one) => one.scheduled_message_id),
});

test("messages whose time passed unseen are looked for; those still to come, and those just sent, are not", () => {
  const before = known(scheduled(1, 30), scheduled(2, 0), scheduled(3, -30), scheduled(4, 30));
  expect(idsOf(outcomesOf(before, known(scheduled(4, 30)), now))).toEqual({ failed: [], gone: [1] });
});

test("a failure is reported once, also if it was scheduled meanwhile, and discarding it reports nothing", () => {
  const failed = known(scheduled(1, 0, true), scheduled(2, 30, true));
  expect(idsOf(outcomesOf(known(scheduled(1, 0)), failed, now))).toEqual({ failed: [1, 2], gone: [] });
  expect(idsOf(outcomesOf(failed, failed, now))).toEqual({ failed: [], gone: [] });
  expect(idsOf(outcomesOf(failed, known(), now))).toEqual({ failed: [], gone: [] });
});
