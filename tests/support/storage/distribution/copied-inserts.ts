import { isNode, listOf, type Tree, type TreeNode } from "./parse-trees";
import { type Catalog, calls, insertsIn, tableOf } from "./refused-statements";
import { isDistributed, isReference } from "./rules";

/** The entry of a query's list of tables that a column is of. */
const entryOf = ({ fields }: TreeNode, query: TreeNode): TreeNode | undefined => {
  const entry = listOf(query.fields.rtable)[Number(fields.varno) - 1];
  return isNode(entry) ? entry : undefined;
};

const nameOf = ({ fields }: TreeNode, entry: TreeNode): unknown => {
  const names = isNode(entry.fields.eref) ? listOf(entry.fields.eref.fields.colnames) : [];
  const name = names[Number(fields.varattno) - 1];
  return typeof name === "string" ? name.replaceAll('"', "") : undefined;
};

/** Whether an expression is the realm of a distributed table's row, in subqueries too. */
const isRealmOfRow = (tree: Tree | undefined, query: TreeNode, catalog: Catalog): boolean => {
  if (!isNode(tree) || tree.tag !== "VAR" || tree.fields.varlevelsup !== "0") return false;
  const entry = entryOf(tree, query);
  if (entry === undefined) return false;
  const { subquery } = entry.fields;
  if (!isNode(subquery))
    return isDistributed(tableOf(entry, catalog) ?? "jobs") && nameOf(tree, entry) === "realm_id";
  if (subquery.fields.setOperations !== "<>") return false;
  const column = listOf(subquery.fields.targetList)[Number(tree.fields.varattno) - 1];
  return isNode(column) && isRealmOfRow(column.fields.expr, subquery, catalog);
};

/**
 * Why Citus would select an insert's rows first and copy them to where they belong, whatever the values are. That is slow, and of what
 * refuses the rows there, a duplicate key for example, it tells only the message. Citus sends the statement itself there if the realm
 * that it selects is that of a distributed table's row, and if it needn't compute anything once for all nodes.
 */
export const copiesOf = (statement: TreeNode, catalog: Catalog): readonly string[] =>
  insertsIn(statement, catalog).flatMap(({ query, table, selected }) => {
    if (selected === undefined) return [];
    if (isReference(table)) return ["selects rows of a table that every node has"];
    if (!isDistributed(table)) return [];
    const realm = listOf(query.fields.targetList).find(
      (entry) => isNode(entry) && entry.fields.resname === "realm_id",
    );
    return [
      ...(isNode(realm) && isRealmOfRow(realm.fields.expr, query, catalog)
        ? []
        : ["takes the realm from elsewhere than a distributed table"]),
      ...(calls(query, ["v"], catalog, true)
        ? ["calls a volatile function in an INSERT of selected rows"]
        : []),
    ];
  });

/** Beginnings of inserts that Citus copies, and why each may. */
export const copiedInserts: Readonly<Record<string, string>> = {
  "INSERT INTO audit_log ": "A sequence numbers its rows, so no key can be taken.",
};
