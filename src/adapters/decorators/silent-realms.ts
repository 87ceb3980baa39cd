import type { RealmCalls } from "../../application/ports/events/realm-calls";
import type { StorageNodes } from "../../application/ports/system/storage-nodes";
import { eachMethod } from "./each-method";
import { NodeQueues } from "./node-queues";
import type { Silences } from "./silences";
import type { SilentNodes } from "./silent-nodes";

/** Thrown instead of a call. Its cause says why. */
class StorageIsSilent extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} didn't answer, and isn't asked again for a while`, { cause });
  }
}

/** Thrown instead of a call that has waited too long for earlier ones to the same node. */
class NodeIsBusy extends Error {
  readonly code = "ETIMEDOUT";
}

const nodeNamed = (node: string): string => `The database node ${node}`;
const nodeIsSilent = (node: string, cause: unknown) => new StorageIsSilent(nodeNamed(node), cause);

interface Options {
  /** Whether a call failed because nothing answered it. */
  readonly isSilent: (error: unknown) => boolean;
  /** Whether other realms' storage may answer meanwhile, where a realm's node isn't known. */
  readonly isApart: () => Promise<boolean>;
  readonly storageNodes: StorageNodes;
  readonly nodes: SilentNodes;
  readonly realms: Silences<number>;
  /** How many calls may ask one node at a time, if there are several. */
  readonly mostPerNode: number;
}

/** What some nodes answered, and the error of one that is silent. */
interface NodesAnswers<A> {
  readonly answers: readonly A[];
  readonly silence: unknown;
}

/** A call, with the realm and the node that it asks, as far as they are known. */
interface Asked {
  readonly realmId?: number | undefined;
  readonly node?: string | undefined;
}

/**
 * Fails calls for realms whose storage hasn't answered, instead of letting them hold all connections until they time out, which the other
 * realms need. A node is silent if it answers nothing from the beginning of a call until the call times out: then calls for all its realms
 * fail. If the node answers others meanwhile, or isn't known, only the realm is silent. One instance for all ports on a pool.
 */
export class SilentRealms implements RealmCalls {
  private readonly queues: NodeQueues;

  constructor(private readonly options: Options) {
    this.queues = new NodeQueues(options.mostPerNode, (node) => new NodeIsBusy(`${nodeNamed(node)} is busy`));
    options.nodes.onSilent((node, error) => this.queues.refuse(node, nodeIsSilent(node, error)));
  }

  async require(realmId: number): Promise<void> {
    this.requireAnswers({ realmId, node: await this.options.storageNodes.nodeOf(realmId) });
  }

  async call<A>(realmId: number, make: () => Promise<A>): Promise<A> {
    return this.ask({ realmId, node: await this.options.storageNodes.nodeOf(realmId) }, make);
  }

  async callOnHeld<A>(realmId: number, make: () => Promise<A>): Promise<A> {
    return this.attempt({ realmId, node: await this.options.storageNodes.nodeOf(realmId) }, make);
  }

  /**
   * Makes one call for each node, about all items whose realms it holds. Items whose node isn't known are asked about together. Rejects if
   * no node answers, or if one fails otherwise.
   */
  async callEachNode<Item, A>(
    items: readonly Item[],
    realmOf: (item: Item) => number,
    make: (items: readonly Item[]) => Promise<A>,
  ): Promise<NodesAnswers<A>> {
    const byNode = new Map<string | undefined, Item[]>();
    const nodes = await this.options.storageNodes.nodesOf(items.map(realmOf));
    for (const item of items) {
      const node = nodes.get(realmOf(item));
      const ofNode = byNode.get(node) ?? [];
      byNode.set(node, ofNode);
      ofNode.push(item);
    }
    const results = await Promise.allSettled(
      [...byNode].map(([node, ofNode]) =>
        node === undefined ? make(ofNode) : this.ask({ node }, () => make(ofNode)),
      ),
    );
    const answers = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    const failure = reasons.find((reason) => !this.isOfSilence(reason));
    if (failure !== undefined) throw failure;
    const [silence] = reasons;
    if (silence !== undefined && answers.length === 0) throw silence;
    return { answers, silence };
  }

  private isOfSilence(error: unknown): boolean {
    return error instanceof StorageIsSilent || this.options.isSilent(error);
  }

  private requireAnswers({ realmId, node }: Asked): void {
    const silentNode = node === undefined ? undefined : this.options.nodes.blocking(node);
    if (node !== undefined && silentNode !== undefined) {
      // It may have moved to a node that answers.
      if (realmId !== undefined) this.options.storageNodes.doubt(realmId);
      throw nodeIsSilent(node, silentNode.error);
    }
    const silentRealm = realmId === undefined ? undefined : this.options.realms.blocking(realmId);
    if (silentRealm !== undefined)
      throw new StorageIsSilent(`The storage of realm ${realmId}`, silentRealm.error);
  }

  private async ask<A>(asked: Asked, make: () => Promise<A>): Promise<A> {
    this.requireAnswers(asked);
    const { node } = asked;
    if (node === undefined) return this.attempt(asked, make);
    // A call that finds out whether a node answers again doesn't wait for those that still don't get an answer.
    if (this.options.nodes.has(node)) return this.attempt(asked, make, this.queues.pass(node));
    const leave = await this.queues.enter(node);
    try {
      this.requireAnswers(asked);
    } catch (error) {
      leave();
      throw error;
    }
    return this.attempt(asked, make, leave);
  }

  /** Makes a call, and notes whether it is answered. */
  private async attempt<A>(asked: Asked, make: () => Promise<A>, leave = () => {}): Promise<A> {
    const { realmId, node } = asked;
    const { nodes } = this.options;
    const before = node === undefined ? 0 : nodes.answersOf(node);
    const ofNode = node === undefined ? undefined : nodes.probe(node);
    const ofRealm = realmId === undefined ? undefined : this.options.realms.probe(realmId);
    try {
      const answer = await make();
      if (node !== undefined) nodes.answered(node);
      if (realmId !== undefined) this.options.realms.answered(realmId);
      return answer;
    } catch (error) {
      if (this.options.isSilent(error)) {
        if (node !== undefined && nodes.answersOf(node) === before)
          nodes.unanswered(node, error, ofNode !== undefined);
        else if (realmId !== undefined && (node !== undefined || (await this.isApart())))
          this.options.realms.unanswered(realmId, error, ofRealm !== undefined);
        if (realmId !== undefined) this.options.storageNodes.doubt(realmId);
      }
      throw error;
    } finally {
      leave();
      ofNode?.();
      ofRealm?.();
    }
  }

  private isApart(): Promise<boolean> {
    return this.options.isApart().catch(() => false);
  }
}

/** Wraps a port whose methods take a realm's id first; calls that don't are passed on. */
export const sparingSilentRealms = <Port extends object>(port: Port, realms: RealmCalls): Port =>
  eachMethod(port, (_name, call) => (...args: never[]) => {
    const [realmId]: readonly unknown[] = args;
    return typeof realmId === "number"
      ? realms.call(realmId, () => Promise.resolve(call(...args)))
      : call(...args);
  });
