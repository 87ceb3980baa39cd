import type { GroupSetting } from "./group-setting";
import type { RealmPermission } from "./realm-permission";
import type { RealmSettings } from "./realm-settings";
import type { UserSettings } from "./user-settings";

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
  /** The personal settings that new users begin with. */
  readonly userDefaults: UserSettings;
}

export const realmLimits = { nameLength: 40, descriptionLength: 1000, welcomeLength: 8000 } as const;
