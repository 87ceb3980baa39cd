/** A leaf holds the values of this many consecutive ids, and other nodes as many nodes. */
const width = 32;
const bitsOfWidth = 5;
/** Leaves whose values make a run. */
const leavesInRun = 4;
/** Bit operations work on ids below this. */
const endOfIds = 2 ** 30;

/** Never ends with undefined entries, so that equal maps have equal nodes. */
type Node = unknown[];

/** Parts of a node above the leaves are nodes, and parts of a leaf values. Only the level tells which. */
const asNode = (part: unknown): Node | undefined => part as Node | undefined;
const asValue = <V>(part: unknown): V => part as V;
/** Only ids of the map's kind were put into it. */
const asId = <Id extends number>(id: number): Id => id as Id;

/** Nodes that a change has copied, and may write to until it ends. */
type Fresh = Set<Node>;

/**
 * A persistent map by id: a change creates a new map that shares all but a few nodes with the old one. Ids
 * count from 1 within a realm, so the map is a tree of vectors, iterates in ascending order, and skips ranges without ids.
 */
export class IdMap<Id extends number, V extends {}> implements ReadonlyMap<Id, V> {
  private constructor(
    private readonly root: Node | undefined,
    /** How many nodes are above a leaf. */
    private readonly level: number,
    readonly size: number,
  ) {}

  static empty<Id extends number, V extends {}>(): IdMap<Id, V> {
    return new IdMap<Id, V>(undefined, 0, 0);
  }

  static of<Id extends number, V extends {}>(entries: Iterable<readonly [id: Id, value: V]>): IdMap<Id, V> {
    return IdMap.empty<Id, V>().changed(entries);
  }

  get(id: Id): V | undefined {
    return asValue(valueIn(this.root, this.level, id));
  }

  has(id: Id): boolean {
    return this.get(id) !== undefined;
  }

  with(id: Id, value: V): IdMap<Id, V> {
    return this.changed([[id, value]]);
  }

  without(id: Id): IdMap<Id, V> {
    return this.changed([[id, undefined]]);
  }

  /** Applies many changes at once; undefined removes an entry. */
  changed(entries: Iterable<readonly [id: Id, value: V | undefined]>): IdMap<Id, V> {
    let { root, level, size } = this;
    const fresh: Fresh = new Set();
    for (const [id, value] of entries) {
      if (!isId(id)) throw new RangeError(`${id} isn't an id`);
      for (; isBeyond(level, id); level += 1) root = root && [root];
      const before = valueIn(root, level, id);
      if (before === value) continue;
      if (before === undefined) size += 1;
      if (value === undefined) size -= 1;
      root = replaced(root, [level, id], value, fresh);
    }
    if (root === this.root) return this;
    for (; level > 0 && (root === undefined || root.length === 1); level -= 1) root = asNode(root?.[0]);
    return new IdMap<Id, V>(root, level, size);
  }

  forEach(visit: (value: V, id: Id, map: ReadonlyMap<Id, V>) => void): void {
    if (this.root) visitAll(this.root, this.level, 0, (value, id) => visit(asValue(value), asId(id), this));
  }

  /** The first value for which the condition holds. */
  find(isWanted: (value: V) => boolean): V | undefined {
    return this.root && firstIn(this.root, this.level, isWanted);
  }

  entries(): MapIterator<[Id, V]> {
    return this.listed((value, id): [Id, V] => [id, value]).values();
  }

  keys(): MapIterator<Id> {
    return this.listed((_, id) => id).values();
  }

  values(): MapIterator<V> {
    return this.listed((value) => value).values();
  }

  [Symbol.iterator](): MapIterator<[Id, V]> {
    return this.entries();
  }

  /** The values, in runs of neighbouring ids. A run is the same array as long as its values are, whichever map it is asked of. */
  runs(): readonly (readonly V[])[] {
    return this.root === undefined ? [] : (runsIn(this.root, this.level) as readonly (readonly V[])[]);
  }

  private listed<A>(read: (value: V, id: Id) => A): readonly A[] {
    const list: A[] = [];
    this.forEach((value, id) => {
      list.push(read(value, id));
    });
    return list;
  }
}

const isId = (id: number): boolean => (id | 0) === id && id >= 0 && id < endOfIds;

/** Whether the id is too large for a tree whose root has the level. */
const isBeyond = (level: number, id: number): boolean => id >>> (bitsOfWidth * level) >= width;

/** The index, in a node of a level, of what holds the id. */
const indexAt = (level: number, id: number): number => (id >>> (bitsOfWidth * level)) & (width - 1);

const valueIn = (root: Node | undefined, top: number, id: number): unknown => {
  if (!isId(id) || isBeyond(top, id)) return undefined;
  let found: unknown = root;
  for (let level = top; level >= 0 && found !== undefined; level -= 1)
    found = (found as Node)[indexAt(level, id)];
  return found;
};

/** The node with another value for an id, or undefined if nothing is left of it. */
const replaced = (
  node: Node | undefined,
  [level, id]: readonly [level: number, id: number],
  value: unknown,
  fresh: Fresh,
): Node | undefined => {
  const index = indexAt(level, id);
  const part = level === 0 ? value : replaced(asNode(node?.[index]), [level - 1, id], value, fresh);
  const copy = node !== undefined && fresh.has(node) ? node : [...(node ?? [])];
  fresh.add(copy);
  // An array with holes is slower to read.
  while (copy.length < index) copy.push(undefined);
  copy[index] = part;
  while (copy.length > 0 && copy.at(-1) === undefined) copy.pop();
  return copy.length === 0 ? undefined : copy;
};

interface Run {
  readonly leaves: readonly unknown[];
  readonly values: readonly unknown[];
}

/** By a run's first leaf. */
const knownRuns = new WeakMap<Node, Run>();

const isThere = (part: unknown): boolean => part !== undefined;

const runOf = (parts: readonly unknown[]): readonly unknown[] => {
  const leaves = parts.filter(isThere);
  const first = asNode(leaves[0]);
  if (first === undefined) return [];
  const known = knownRuns.get(first);
  if (known?.leaves.length === leaves.length && known.leaves.every((leaf, index) => leaf === leaves[index]))
    return known.values;
  const values = leaves.flatMap((leaf) => asNode(leaf)?.filter(isThere) ?? []);
  knownRuns.set(first, { leaves, values });
  return values;
};

const runsIn = (node: Node, level: number): readonly (readonly unknown[])[] => {
  if (level === 0) return [runOf([node])];
  if (level > 1) return node.flatMap((part) => (part === undefined ? [] : runsIn(part as Node, level - 1)));
  const runs: (readonly unknown[])[] = [];
  for (let index = 0; index < node.length; index += leavesInRun) {
    const run = runOf(node.slice(index, index + leavesInRun));
    if (run.length > 0) runs.push(run);
  }
  return runs;
};

const firstIn = <V>(node: Node, level: number, isWanted: (value: V) => boolean): V | undefined => {
  for (const part of node) {
    if (part === undefined) continue;
    const found = level === 0 ? (part as V) : firstIn(part as Node, level - 1, isWanted);
    if (found !== undefined && (level > 0 || isWanted(found))) return found;
  }
  return undefined;
};

const visitAll = (
  node: Node,
  level: number,
  first: number,
  visit: (value: unknown, id: number) => void,
): void => {
  const step = 2 ** (bitsOfWidth * level);
  for (let index = 0; index < node.length; index += 1) {
    const part = node[index];
    if (part === undefined) continue;
    if (level === 0) visit(part, first + index);
    else visitAll(part as Node, level - 1, first + index * step, visit);
  }
};
