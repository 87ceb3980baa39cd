import type { CircuitBreakers } from "./circuit-breakers";
import type { NodeBreakers } from "./node-breakers";
import { NodeBulkhead } from "./node-bulkhead";
import type { RealmCalls } from "./realm-calls";
import { SilenceChecks } from "./silence-checks";
import type { StorageNodes } from "./storage-nodes";

/** Thrown instead of a call. Its cause is what opened the breaker. */
class BreakerIsOpen extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} didn't answer, and isn't asked again for a while`, { cause });
  }
}

/** Thrown instead of a call that has waited too long for earlier ones to the same node. */
class BulkheadIsFull extends Error {
  readonly code = "ETIMEDOUT";
}

const nodeNamed = (node: string): string => `The database node ${node}`;
const breakerOfNodeIsOpen = (node: string, cause: unknown) => new BreakerIsOpen(nodeNamed(node), cause);

interface Options {
  /** Whether a call timed out: its statement may be slow, or wait for a lock, or nothing answers. */
  readonly isUnanswered: (error: unknown) => boolean;
  /** Whether a realm's storage answers a question that any storage answers at once. */
  readonly answers: (realmId: number) => Promise<boolean>;
  /** Whether other realms' storage may answer meanwhile, where a realm's node isn't known. */
  readonly isApart: () => Promise<boolean>;
  readonly storageNodes: StorageNodes;
  readonly nodes: NodeBreakers;
  readonly realms: CircuitBreakers<number>;
  /** How many calls may ask one node at a time, if there are several. */
  readonly mostPerNode: number;
}

/** What some nodes answered, and the error of one that didn't. */
interface NodesAnswers<A> {
  readonly answers: readonly A[];
  readonly failure: unknown;
}

/** A call, with the realm and the node that it asks, as far as they are known. */
interface Asked {
  readonly realmId?: number | undefined;
  readonly node?: string | undefined;
  /** A realm that the node holds, if the call is about many. */
  readonly anyRealmId?: number | undefined;
}

/** A call that wasn't answered. */
interface Unanswered extends Asked {
  readonly error: unknown;
  /** How often its node had answered when it began. */
  readonly answersBefore: number;
  readonly isProbeOfNode: boolean;
  readonly isProbeOfRealm: boolean;
}

/**
 * Circuit breakers for calls about realms: those whose storage doesn't answer would hold all connections until they time out, which other
 * realms need. A call that times out proves nothing: its statement may be slow, or wait for a lock. So a short question follows, and breakers
 * open only if that isn't answered either. A node's breaker opens if the node has answered nothing since the call began: then calls for all
 * its realms fail at once. If the node answers others meanwhile, or isn't known, only the realm's breaker opens. One instance for all ports
 * on a pool.
 */
export class RealmBreakers implements RealmCalls {
  private readonly bulkhead: NodeBulkhead;
  private readonly checks: SilenceChecks;

  constructor(private readonly options: Options) {
    this.checks = new SilenceChecks(options.answers);
    this.bulkhead = new NodeBulkhead(
      options.mostPerNode,
      (node) => new BulkheadIsFull(`${nodeNamed(node)} is busy`),
    );
    options.nodes.onOpen((node, error) => this.bulkhead.refuse(node, breakerOfNodeIsOpen(node, error)));
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
   * Makes one call per node, for all items whose realms are on it. Items whose node isn't known share a call. Rejects if no node
   * answers, or if one fails in another way.
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
        node === undefined
          ? make(ofNode)
          : this.ask({ node, anyRealmId: ofNode.map(realmOf)[0] }, () => make(ofNode)),
      ),
    );
    const answers = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    const other = reasons.find((reason) => !this.isWithoutAnswer(reason));
    if (other !== undefined) throw other;
    const [failure] = reasons;
    if (failure !== undefined && answers.length === 0) throw failure;
    return { answers, failure };
  }

  private isWithoutAnswer(error: unknown): boolean {
    return error instanceof BreakerIsOpen || this.options.isUnanswered(error);
  }

  private requireAnswers({ realmId, node }: Asked): void {
    const openNode = node === undefined ? undefined : this.options.nodes.refusing(node);
    if (node !== undefined && openNode !== undefined) {
      // It may have moved to a node that answers.
      if (realmId !== undefined) this.options.storageNodes.doubt(realmId);
      throw breakerOfNodeIsOpen(node, openNode.error);
    }
    const openRealm = realmId === undefined ? undefined : this.options.realms.refusing(realmId);
    if (openRealm !== undefined) throw new BreakerIsOpen(`The storage of realm ${realmId}`, openRealm.error);
  }

  private async ask<A>(asked: Asked, make: () => Promise<A>): Promise<A> {
    this.requireAnswers(asked);
    const { node } = asked;
    if (node === undefined) return this.attempt(asked, make);
    // A probe doesn't wait for calls that still don't get an answer.
    if (this.options.nodes.isOpen(node)) return this.attempt(asked, make, this.bulkhead.pass(node));
    const leave = await this.bulkhead.enter(node);
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
      if (this.options.isUnanswered(error)) {
        const isProbeOfNode = ofNode !== undefined;
        const isProbeOfRealm = ofRealm !== undefined;
        await this.judge({ ...asked, error, answersBefore: before, isProbeOfNode, isProbeOfRealm });
      }
      throw error;
    } finally {
      leave();
      ofNode?.();
      ofRealm?.();
    }
  }

  /** Finds out after a time-out whether the storage is silent. */
  private async judge(call: Unanswered): Promise<void> {
    const { realmId, node, anyRealmId = realmId, error, answersBefore, isProbeOfNode, isProbeOfRealm } = call;
    const { nodes, realms, storageNodes } = this.options;
    if (anyRealmId === undefined || (node === undefined && !(await this.isApart()))) return;
    if (realmId !== undefined) storageNodes.doubt(realmId);
    // Calls from before the breaker opened tell nothing new.
    if (node !== undefined && nodes.isOpen(node) && !isProbeOfNode) return;
    if (!(await this.checks.isSilent(anyRealmId, node))) {
      if (node !== undefined) nodes.answered(node);
      if (realmId !== undefined) realms.answered(realmId);
    } else if (node !== undefined && nodes.answersOf(node) === answersBefore)
      nodes.unanswered(node, error, isProbeOfNode);
    else if (realmId !== undefined) realms.unanswered(realmId, error, isProbeOfRealm);
  }

  private isApart(): Promise<boolean> {
    return this.options.isApart().catch(() => false);
  }
}
