import type { EventStore } from "../../application/ports/events/event-store";
import { eachMethod } from "./each-method";

/** Milliseconds for which a realm whose storage didn't answer isn't asked again; doubled up to the longest. */
const firstPause = 5000;
const longestPause = 30_000;
/** Silent realms that are asked at a time: each question holds a connection until it fails. */
const mostProbes = 2;
/** Realms remembered. Beyond it, the one that has been remembered longest is asked again. */
const mostRealms = 10_000;

/** Thrown instead of a call. Its cause says why. */
class StorageIsSilent extends Error {
  constructor(realmId: number, cause: unknown) {
    super(`The storage of realm ${realmId} didn't answer, and isn't asked again for a while`, { cause });
  }
}

interface Silence {
  readonly error: unknown;
  readonly pause: number;
  readonly until: number;
}

interface Options {
  readonly now: () => number;
  /** Whether a call failed because nothing answered it. */
  readonly isSilent: (error: unknown) => boolean;
  /** Whether other realms' storage may answer meanwhile. */
  readonly isApart: () => Promise<boolean>;
}

/**
 * Fails calls for realms whose storage hasn't answered, instead of letting them hold all connections until they time out, which
 * the other realms need. One instance for all ports of a process.
 */
export class SilentRealms {
  private readonly silences = new Map<number, Silence>();
  private probes = 0;

  constructor(private readonly options: Options) {}

  /** Throws for a realm that isn't asked now. */
  require(realmId: number): void {
    const silence = this.silences.get(realmId);
    if (silence !== undefined && (this.options.now() < silence.until || this.probes >= mostProbes))
      throw new StorageIsSilent(realmId, silence.error);
  }

  /** Makes a call about a realm that its storage has to answer. */
  async call<A>(realmId: number, call: () => Promise<A>): Promise<A> {
    this.require(realmId);
    const silence = this.silences.get(realmId);
    const answering = async (pause: number): Promise<A> => {
      const answer = await this.noting(realmId, call, pause);
      this.silences.delete(realmId);
      return answer;
    };
    if (silence === undefined) return answering(firstPause);
    // The other calls for this realm fail while this one asks.
    this.note(realmId, { ...silence, until: Number.POSITIVE_INFINITY });
    this.probes += 1;
    try {
      return await answering(Math.min(2 * silence.pause, longestPause));
    } finally {
      this.probes -= 1;
    }
  }

  /** Makes a call, and notes if nothing answers it. */
  async noting<A>(realmId: number, call: () => Promise<A>, pause = firstPause): Promise<A> {
    try {
      return await call();
    } catch (error) {
      const silence = this.silences.get(realmId);
      if (this.options.isSilent(error) && (await this.options.isApart().catch(() => false)))
        this.note(realmId, { error, pause, until: this.options.now() + pause });
      // An error of another kind doesn't tell whether the storage would answer: the next call asks.
      else if (silence !== undefined) this.note(realmId, { ...silence, until: this.options.now() });
      throw error;
    }
  }

  private note(realmId: number, silence: Silence): void {
    this.silences.delete(realmId);
    this.silences.set(realmId, silence);
    const [oldest] = this.silences.keys();
    if (this.silences.size > mostRealms && oldest !== undefined) this.silences.delete(oldest);
  }
}

/** Wraps the event store. A turn may begin without asking the storage, and waits for it when it ends. */
export const sparingSilentTurns = (store: EventStore, realms: SilentRealms): EventStore => ({
  create: store.create,
  begin: async (realmId, seen) => {
    realms.require(realmId);
    const turn = await realms.noting(realmId, () => store.begin(realmId, seen));
    return {
      head: turn.head,
      append: async (commit) => {
        try {
          realms.require(realmId);
        } catch (error) {
          await turn.giveBack();
          throw error;
        }
        return realms.call(realmId, () => turn.append(commit));
      },
      giveBack: turn.giveBack,
    };
  },
});

/** Wraps a port whose methods take a realm's id first; calls that don't are passed on. */
export const sparingSilentRealms = <Port extends object>(port: Port, realms: SilentRealms): Port =>
  eachMethod(port, (_name, call) => (...args: never[]) => {
    const [realmId]: readonly unknown[] = args;
    return typeof realmId === "number"
      ? realms.call(realmId, () => Promise.resolve(call(...args)))
      : call(...args);
  });
