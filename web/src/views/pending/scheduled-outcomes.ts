import { effect, untracked } from "@preact/signals";
import { findSent } from "../../api/scheduled";
import type { App } from "../../app/app";
import { type Location, narrowOf } from "../../app/location";
import { placeOfUnsent } from "../../store/pending";
import { dateAndTime } from "../../ui/time";
import type { ScheduledMessage } from "../../wire/wire";
import { words } from "../../words/en";
import { pendingWords } from "../../words/en-pending";
import { rescueScheduled } from "./scheduled-edits";

type Scheduled = ReadonlyMap<number, ScheduledMessage>;

/** Connected users learn sooner that a message was sent: they see it arrive. */
const soon = 60_000;

/** What happened to scheduled messages: the ones that failed, and the ones that are gone long after their time. */
export const outcomesOf = (
  before: Scheduled,
  after: Scheduled,
  now: number,
): { readonly failed: readonly ScheduledMessage[]; readonly gone: readonly ScheduledMessage[] } => ({
  failed: [...after.values()].filter((one) => one.failed && !before.get(one.scheduled_message_id)?.failed),
  gone: [...before.values()].filter(
    (one) =>
      !one.failed &&
      !after.has(one.scheduled_message_id) &&
      one.scheduled_delivery_timestamp * 1000 < now - soon,
  ),
});

interface Sent {
  readonly at: number;
  readonly to: Location;
}

/** Where the messages are that were sent; the others were deleted or moved to drafts. */
const findAll = async ({ store }: App, gone: readonly ScheduledMessage[]): Promise<readonly Sent[]> => {
  const found = await Promise.all(
    gone.map(async (one): Promise<Sent | undefined> => {
      const place = placeOfUnsent(one, store.ownId);
      if (place === undefined) return undefined;
      const narrow = narrowOf(place, store.ownId);
      const id = await findSent(narrow, store.ownId, one).catch(() => undefined);
      const at = one.scheduled_delivery_timestamp * 1000;
      return id === undefined ? undefined : { at, to: { screen: "narrow", narrow, near: id } };
    }),
  );
  return found.filter((one) => one !== undefined);
};

const tell = async (app: App, { failed, gone }: ReturnType<typeof outcomesOf>): Promise<void> => {
  const sent = await findAll(app, gone);
  const [first] = sent;
  const texts = [
    first === undefined ? [] : [pendingWords.wereSent(sent.length, dateAndTime(first.at))],
    failed.length === 0 ? [] : [pendingWords.failedSince(failed.length)],
  ].flat();
  if (texts.length === 0) return;
  const to: Location = failed.length > 0 || first === undefined ? { screen: "scheduled" } : first.to;
  app.showToast({ text: texts.join(" "), act: { label: words.show, run: () => app.go(to) } });
};

/** Tells the user what happened to scheduled messages while they were away, and when one can't be sent. */
export const watchScheduled = (app: App): (() => void) => {
  let before = app.scheduledAtStart;
  return effect(() => {
    const after = app.store.scheduled.value;
    const outcomes = outcomesOf(before, after, Date.now());
    const known = before;
    untracked(() => rescueScheduled(app, known, after));
    before = after;
    void tell(app, outcomes);
  });
};
