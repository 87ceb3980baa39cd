import { CircuitBreakers } from "../../../src/adapters/persistence/breakers/circuit-breakers";
import { NodeBreakers } from "../../../src/adapters/persistence/breakers/node-breakers";
import { RealmBreakers } from "../../../src/adapters/persistence/breakers/realm-breakers";

export const silence = new Error("no answer");

interface Scene {
  readonly now: () => number;
  readonly nodeOf?: (realmId: number) => string | undefined;
  readonly doubt?: (realmId: number) => void;
  readonly isUnanswered?: (error: unknown) => boolean;
  readonly answers?: (realmId: number) => Promise<boolean>;
  readonly isApart?: () => Promise<boolean>;
  readonly nodes?: NodeBreakers;
  readonly mostPerNode?: number;
}

/** The breakers of a pool, with nodes as a test places them, or unknown ones. */
export const realmBreakersIn = ({
  now,
  nodeOf = () => undefined,
  doubt = () => {},
  isUnanswered = (error) => error === silence,
  answers = async () => false,
  isApart = async () => true,
  nodes = new NodeBreakers(now),
  mostPerNode = 6,
}: Scene): RealmBreakers =>
  new RealmBreakers({
    isUnanswered,
    answers,
    isApart,
    storageNodes: {
      nodeOf: async (realmId) => nodeOf(realmId),
      nodesOf: async (realmIds) =>
        new Map(
          realmIds.flatMap((realmId) => {
            const node = nodeOf(realmId);
            return node === undefined ? [] : [[realmId, node] as const];
          }),
        ),
      doubt,
    },
    nodes,
    realms: new CircuitBreakers(now),
    mostPerNode,
  });
