import { errorText } from "../api/error-text";
import { mayPass } from "../api/http";
import { type MarkFrom, markUnreadIn } from "../api/message-requests";
import type { Narrow } from "../store/narrow";
import { topicWords } from "../words/en-topics";
import type { App } from "./app";

type Shown = Pick<App, "showToast">;

/** One request of several: how many messages it marked, and where the next one begins. */
interface Step<State> {
  readonly count: number;
  /** Undefined after the last one. */
  readonly next: State | undefined;
}

interface Work<State> {
  readonly from: State;
  readonly step: (from: State) => Promise<Step<State>>;
  /** How many messages there are, if that is known. */
  readonly total?: number;
  /** What confirms it if one request was enough. */
  readonly confirmation?: string | undefined;
}

/**
 * Marks messages as unread in as many requests as it takes, and shows how far it got. If one fails, says how many are unread,
 * and offers to continue from there. Returns whether all succeeded.
 */
export const markInSteps = async <State>(
  { showToast }: Shown,
  { from, step, total, confirmation }: Work<State>,
  done = 0,
): Promise<boolean> => {
  let at: State | undefined = from;
  let marked = done;
  let steps = 0;
  while (at !== undefined) {
    steps += 1;
    const here: State = at;
    try {
      const { count, next }: Step<State> = await step(here);
      marked += count;
      at = next;
    } catch (error) {
      const rest = { from: here, step, ...(total !== undefined && { total }) };
      showToast({
        text: `${topicWords.areUnread(marked, total)} ${errorText(error)}`,
        act: { label: topicWords.goOn, run: () => void markInSteps({ showToast }, rest, marked) },
      });
      return false;
    }
    if (at !== undefined) showToast({ text: topicWords.markingUnread(marked, total) });
  }
  if (steps > 1 || done > 0) showToast({ text: topicWords.areUnread(marked, total) });
  else if (confirmation !== undefined) showToast({ text: confirmation });
  return true;
};

/** How many messages one request marks. */
export const portion = 1000;
/** How many refused requests are split in search of messages that are gone. */
const mostRefusals = 100;

interface Left {
  readonly portions: readonly (readonly number[])[];
  readonly refusals: number;
}

const leftOf = (portions: Left["portions"], refusals: number): Left | undefined =>
  portions.length === 0 ? undefined : { portions, refusals };

/** Marks messages as unread, in portions. Leaves out messages that are gone by then. */
export const markUnreadAgain = (
  app: Shown,
  ids: readonly number[],
  markUnread: (ids: readonly number[]) => Promise<unknown>,
): Promise<boolean> => {
  const portions = Array.from({ length: Math.ceil(ids.length / portion) }, (_, index) =>
    ids.slice(index * portion, (index + 1) * portion),
  );
  const step = async ({ portions: [first = [], ...rest], refusals }: Left): Promise<Step<Left>> => {
    try {
      await markUnread(first);
      return { count: first.length, next: leftOf(rest, refusals) };
    } catch (error) {
      if (mayPass(error) || refusals >= mostRefusals) throw error;
      // The server refuses all if one is gone.
      const half = first.length >> 1;
      const halves = half === 0 ? [] : [first.slice(0, half), first.slice(half)];
      return { count: 0, next: leftOf([...halves, ...rest], refusals + 1) };
    }
  };
  return markInSteps(app, { from: { portions, refusals: 0 }, step, total: ids.length });
};

/** Marks all messages of a narrow from one place on as unread. */
export const markNarrowUnread = (
  app: Shown,
  narrow: Narrow,
  from: MarkFrom,
  confirmation?: string,
): Promise<boolean> =>
  markInSteps<MarkFrom>(app, { from, step: (at) => markUnreadIn(narrow, at), confirmation });
