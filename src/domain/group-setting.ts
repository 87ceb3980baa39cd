/** Who holds a permission: a named group by its id, or an anonymous one. API §2.1. */
export type GroupSetting =
  | number
  | { readonly directMembers: readonly number[]; readonly directSubgroups: readonly number[] };

/** The anonymous group that holds exactly one user. */
export const onlyUser = (userId: number): GroupSetting => ({ directMembers: [userId], directSubgroups: [] });
