import { Silences } from "../../../src/adapters/decorators/silences";
import { SilentNodes } from "../../../src/adapters/decorators/silent-nodes";
import { SilentRealms } from "../../../src/adapters/decorators/silent-realms";

export const silence = new Error("no answer");

interface Scene {
  readonly now: () => number;
  readonly nodeOf?: (realmId: number) => string | undefined;
  readonly doubt?: (realmId: number) => void;
  readonly isSilent?: (error: unknown) => boolean;
  readonly isApart?: () => Promise<boolean>;
  readonly nodes?: SilentNodes;
  readonly mostPerNode?: number;
}

/** The silent realms of a pool, with nodes as a test places them, or unknown ones. */
export const silentRealmsIn = ({
  now,
  nodeOf = () => undefined,
  doubt = () => {},
  isSilent = (error) => error === silence,
  isApart = async () => true,
  nodes = new SilentNodes(now),
  mostPerNode = 6,
}: Scene): SilentRealms =>
  new SilentRealms({
    isSilent,
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
    realms: new Silences(now),
    mostPerNode,
  });
