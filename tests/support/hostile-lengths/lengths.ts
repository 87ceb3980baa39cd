import { seeded } from "../../../bench/chaos/random";
import { envelopeTrials } from "./envelopes";
import { type Growth, growthAt } from "./growth";
import { endpointTrials, type Subject, type Trial } from "./trials";
import { type TriedServer, triedServer } from "./tried-server";

/** A request whose cost grows faster than its length, or that makes the server fail. */
interface Fault {
  readonly trial: string;
  readonly growth?: Growth;
  readonly error?: string;
}

interface Judged {
  readonly faults: readonly Fault[];
  readonly subjects: number;
  /** How many of the subjects were tried to the end; the others had no time left. */
  readonly finished: number;
  readonly trials: number;
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The most expensive request. */
  readonly costliest: { readonly trial: string; readonly milliseconds: number };
}

/** How many trials of each subject, chosen at random. */
interface Share {
  /** How many of the texts that slowed down most parsers so far; long parameters get all of them. */
  readonly notorious: number;
  readonly texts: number;
  /** With a run inside a valid value. */
  readonly insides: number;
  readonly documents: number;
  /** How many parameters of each type that takes no text. */
  readonly alike: number;
}

interface Choice {
  readonly seed: number;
  /** Undefined for all trials. */
  readonly share: Share | undefined;
  /** Names of the endpoints. */
  readonly only: RegExp;
  /** No trial begins after this many minutes. Endpoints come in random order, so that other seeds try others. */
  readonly minutes?: number | undefined;
  readonly progress: (line: string) => void;
}

const mostFaults = 5;
/** How many endpoints share a server where few requests go to each. */
const targetsAServer = 15;
/** Growth shows at this length as well as at the longest. */
const longestAtRandom = 1_000_000;

type Chosen = readonly (readonly [trial: Trial, length: number])[];

/** Subjects that the same code reads, in random order. */
const familiesOf = (
  subjects: readonly Subject[],
  random: ReturnType<typeof seeded>,
): ReadonlyMap<string, readonly Subject[]> => {
  const families = new Map<string, Subject[]>();
  for (const subject of random.shuffle(subjects))
    if (subject.family !== undefined)
      families.set(subject.family, [...(families.get(subject.family) ?? []), subject]);
  return families;
};

const chooser = (
  seed: number,
  share: Share | undefined,
  subjects: readonly Subject[],
): ((subject: Subject) => Chosen) => {
  const random = seeded(seed);
  const families = familiesOf(subjects, random);
  const some = (from: readonly Trial[], most: number) => random.shuffle(from).slice(0, most);
  /** Each notorious run once, inside something rather than alone: alone it would be refused as no JSON. */
  const eachRun = (texts: readonly Trial[]): readonly Trial[] => {
    const byRun = new Map<string, Trial[]>();
    for (const trial of texts)
      if (trial.isNotorious && trial.run)
        byRun.set(trial.run.name, [...(byRun.get(trial.run.name) ?? []), trial]);
    return [...byRun.values()].map((same) => {
      const inside = same.filter(({ run }) => run?.isInside);
      return random.pick(inside.length > 0 ? inside : same);
    });
  };
  return (subject) => {
    const { texts, insides = [], documents, isLongText = false, isParsed = false, family = "" } = subject;
    if (share === undefined)
      return [...texts, ...insides, ...documents].flatMap((trial) =>
        trial.lengths.map((length) => [trial, length] as const),
      );
    const alike = families.get(family) ?? [subject];
    const turn = alike.indexOf(subject);
    if (subject.usual === undefined && subject.family !== undefined && turn >= share.alike) return [];
    const notorious = texts.filter(({ isNotorious }) => isNotorious);
    // Every run for each family, and some for each of its members.
    const ownRuns =
      isParsed && !isLongText ? eachRun(texts).filter((_, index) => index % alike.length === turn) : [];
    const likely = [
      ...ownRuns,
      ...some(notorious, isLongText ? texts.length : Math.max(0, share.notorious - ownRuns.length)),
    ];
    const notoriousInside = insides.filter(({ isNotorious }) => isNotorious);
    const others = [
      ...some(texts, share.texts),
      ...some(notoriousInside, share.insides),
      ...some(insides, share.insides),
      ...some(documents, share.documents),
    ];
    const affordable = ({ lengths }: Trial) => lengths.filter((length) => length <= longestAtRandom);
    return [
      ...likely.map((trial) => [trial, Math.max(...affordable(trial))] as const),
      ...others.map((trial) => [trial, random.pick(affordable(trial))] as const),
    ];
  };
};

/** Judges how the cost of requests to all endpoints grows with their texts. */
export const judgeLengths = async ({
  seed,
  share,
  only,
  minutes = Number.POSITIVE_INFINITY,
  progress,
}: Choice): Promise<Judged> => {
  const end = performance.now() + minutes * 60_000;
  const hasTime = () => performance.now() < end;
  const faults: Fault[] = [];
  const statuses: Record<string, number> = {};
  let [subjects, finished, trials, requests] = [0, 0, 0, 0];
  let costliest = { trial: "", milliseconds: 0 };
  let now = "";
  const report = (error: unknown) => {
    const text = error instanceof Error ? error.stack : JSON.stringify(error);
    faults.push({ trial: now, error: String(text).slice(0, 1500) });
  };
  const judge = async (tried: TriedServer, trial: Trial, length: number, isOwners: boolean) => {
    const costAt = async (size: number): Promise<number> => {
      requests += 1;
      const { status, milliseconds } = await tried.cost(trial.request(size, tried.server), isOwners);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 && status !== 503) report(new Error(`status ${status}`));
      if (milliseconds > costliest.milliseconds)
        costliest = { trial: `${trial.name} (${size})`, milliseconds: Math.round(milliseconds) };
      return milliseconds;
    };
    // Twice: a process that just began is slow.
    const growth = (await growthAt(costAt, length)) && (await growthAt(costAt, length));
    if (growth) faults.push({ trial: trial.name, growth });
  };
  let tried: TriedServer | undefined;
  let targetsHere = 0;
  const targets = [...endpointTrials, ...envelopeTrials];
  const chosen = chooser(
    seed,
    share,
    targets.flatMap((target) => target.subjects),
  );
  for (const { name, caller, subjects: all } of Number.isFinite(minutes)
    ? seeded(seed).shuffle(targets)
    : targets) {
    if (!hasTime()) {
      if (only.test(name)) subjects += all.length;
      continue;
    }
    if (!only.test(name) || faults.length >= mostFaults) continue;
    // Requests that succeed change what later ones find, above all those that remove something.
    if (share === undefined || targetsHere >= targetsAServer) {
      await tried?.stop();
      tried = undefined;
    }
    targetsHere = tried === undefined ? 1 : targetsHere + 1;
    tried ??= await triedServer(report);
    for (const subject of all) {
      subjects += 1;
      for (const [trial, length] of chosen(subject)) {
        if (!hasTime()) break;
        now = trial.name;
        trials += 1;
        await judge(tried, trial, length, caller === "user" || caller === "spectator").catch(report);
        if (faults.length >= mostFaults) break;
      }
      if (hasTime()) finished += 1;
    }
    if (/^delete|deactivate/.test(name)) targetsHere = targetsAServer;
    progress(`${name}: ${trials} trials, ${requests} requests, ${faults.length} faults`);
  }
  await tried?.stop();
  return { faults, subjects, finished, trials, requests, statuses, costliest };
};
