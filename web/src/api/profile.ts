import { get } from "./http";

/** What a person entered in a profile field; text fields also come rendered, as HTML. */
export interface ProfileEntry {
  readonly value: string;
  readonly rendered_value?: string;
}

/** What a person entered, by the field's id. */
export type ProfileValues = Readonly<Record<string, ProfileEntry>>;

export const fetchProfileOf = async (id: number): Promise<ProfileValues> =>
  (
    await get<{ user: { profile_data?: ProfileValues } }>(`/users/${id}`, {
      include_custom_profile_fields: true,
    })
  ).user.profile_data ?? {};
