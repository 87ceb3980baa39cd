import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ProfileValues } from "../../../api/profile";
import { useApp } from "../../../app/app";
import { ProfileValue } from "./profile-value";
import { useAction } from "./use-action";

interface Props {
  readonly title: string;
  readonly userId: number;
  readonly fetch: () => Promise<ProfileValues>;
  readonly set: (fieldId: number, value: string | readonly number[]) => Promise<unknown>;
}

/** Somebody's custom profile fields, to edit. Nothing if the organization has none. */
export const ProfileSection = ({ title, userId, fetch, set }: Props) => {
  const { store } = useApp();
  const values = useSignal<ProfileValues | undefined>(undefined);
  const { run, problem } = useAction();
  const fields = store.profileFields.value;
  useEffect(() => {
    if (fields.length > 0)
      void run(async () => {
        values.value = await fetch();
      });
  }, [fields.length, userId]);
  if (fields.length === 0) return null;
  return (
    <section class="setting-group">
      <h2>{title}</h2>
      {problem}
      {values.value !== undefined &&
        fields.map((field) => {
          const value: unknown = values.value?.[field.id]?.value ?? "";
          return (
            <ProfileValue
              key={field.id}
              field={field}
              value={typeof value === "string" ? value : JSON.stringify(value)}
              set={(wanted) => set(field.id, wanted)}
            />
          );
        })}
    </section>
  );
};
