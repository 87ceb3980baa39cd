import type { Clock } from "../../../../application/ports/system/clock";
import type { RealmId } from "../../../../domain/ids";
import type { StorageNodes } from "../../breakers/storage-nodes";
import { isOnCitus } from "./by-realm";
import { firstTable } from "./distribution";
import { gathered } from "./gathered";
import { query, type Sql } from "./rows";

/** How many milliseconds a realm's node is cached for. */
const ttl = 60_000;
/** The same if it may have moved. After a query failed, none is sent for as long. */
const ttlInDoubt = 5000;
/** Caches the nodes of this many realms. */
const mostRealms = 10_000;

interface Known {
  readonly node: string | undefined;
  readonly askedAt: number;
}

/**
 * The node of each realm's shard: several where Citus holds several copies. All tables of Citus that this reads are on the coordinator, so
 * it is answered whichever node is silent. State 1 is that of a shard's copy in use; others may remain where a shard was before it moved.
 */
const nodesOfShards = `
  SELECT r.id, (
    SELECT string_agg(concat(n.nodename, ':', n.nodeport), ', ' ORDER BY n.nodename, n.nodeport)
    FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE p.shardid = r.shard AND p.shardstate = 1
  ) AS node
  FROM (
    SELECT id, get_shard_id_for_distribution_column('${firstTable}'::regclass, id) AS shard
    FROM unnest(?::integer[]) ids (id)
  ) r`;

/** Looks nodes up on Citus, for all realms that need it in one query. */
export const knexStorageNodes = (sql: Sql, clock: Clock): StorageNodes => {
  const known = new Map<RealmId, Known>();
  let backoffUntil = 0;

  const remember = (realmId: RealmId, one: Known): void => {
    known.delete(realmId);
    known.set(realmId, one);
    const [oldest] = known.keys();
    if (known.size > mostRealms && oldest !== undefined) known.delete(oldest);
  };

  const ask = async (realmIds: readonly RealmId[]): Promise<readonly (string | undefined)[]> => {
    try {
      const rows = await query<{ id: RealmId; node: string | null }>(sql, nodesOfShards, [[...realmIds]]);
      const nodes = new Map(rows.map(({ id, node }) => [id, node ?? undefined]));
      for (const [id, node] of nodes) remember(id, { node, askedAt: clock.now() });
      return realmIds.map((realmId) => nodes.get(realmId));
    } catch {
      // This Citus may lack the function, or doesn't let the role use it, or the tables aren't distributed yet.
      backoffUntil = clock.now() + ttlInDoubt;
      return realmIds.map((realmId) => known.get(realmId)?.node);
    }
  };

  const askTogether = gathered((_: "nodes", realmIds: readonly RealmId[]) => ask(realmIds), mostRealms);
  /** Calls about one realm share a lookup, however long it takes. */
  const lookUps = new Map<RealmId, Promise<string | undefined>>();

  const lookUp = (realmId: RealmId): Promise<string | undefined> => {
    const current =
      lookUps.get(realmId) ?? askTogether("nodes", realmId).finally(() => lookUps.delete(realmId));
    lookUps.set(realmId, current);
    return current;
  };

  const lookUpIfDue = ({ askedAt }: Known, realmId: RealmId, after: number): void => {
    if (clock.now() - askedAt >= after && clock.now() >= backoffUntil) void lookUp(realmId);
  };

  const isCitus = async (): Promise<boolean> => {
    if (clock.now() < backoffUntil) return false;
    return isOnCitus(sql).catch(() => {
      backoffUntil = clock.now() + ttlInDoubt;
      return false;
    });
  };

  const nodeOf = async (realmId: RealmId): Promise<string | undefined> => {
    const found = known.get(realmId);
    if (found === undefined) return (await isCitus()) ? lookUp(realmId) : undefined;
    lookUpIfDue(found, realmId, ttl);
    return found.node;
  };

  return {
    nodeOf,
    nodesOf: async (realmIds) => {
      const nodes = new Map<RealmId, string>();
      if (known.size === 0 && !(await isCitus())) return nodes;
      await Promise.all(
        realmIds.map(async (realmId) => {
          const node = await nodeOf(realmId);
          if (node !== undefined) nodes.set(realmId, node);
        }),
      );
      return nodes;
    },
    doubt: (realmId) => {
      const found = known.get(realmId);
      if (found !== undefined) lookUpIfDue(found, realmId, ttlInDoubt);
    },
  };
};
