import type { GroupSetting } from "./group-setting";
import type { RealmPermission } from "./realm-permission";
import type { RealmSettings } from "./realm-settings";

/** An organization: everything else belongs to one. */
export interface Realm {
  readonly id: number;
  /** The first label of its host name; empty for the realm at the server's own address. */
  readonly subdomain: string;
  readonly uuid: string;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly isDeactivated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly settings: RealmSettings;
  readonly permissions: Readonly<Record<RealmPermission, GroupSetting>>;
}
