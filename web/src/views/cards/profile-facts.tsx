import { useSignal } from "@preact/signals";
import { fetchProfileOf, type ProfileValues } from "../../api/profile";
import { useApp } from "../../app/app";
import { Html } from "../../ui/html";
import { useLoading } from "../../ui/use-loading";
import { PeopleList } from "./people-list";
import { factOf, type KnownAccounts, type ProfileFact } from "./profile-text";

const Fact = ({ fact }: { readonly fact: ProfileFact }) => {
  switch (fact.kind) {
    case "text":
      return <span dir="auto">{fact.text}</span>;
    case "html":
      return <Html html={fact.html} />;
    case "link":
      return (
        <a class="link" dir="auto" href={fact.url} target="_blank" rel="noopener noreferrer">
          {fact.text}
        </a>
      );
    case "people":
      return <PeopleList userIds={fact.userIds} />;
  }
};

interface ProfileFactsProps {
  readonly userId: number;
  /** Whether to show all fields, or only those of the summary. */
  readonly isWhole: boolean;
}

/** A person's custom profile fields, in the organization's order. */
export const ProfileFacts = ({ userId, isWhole }: ProfileFactsProps) => {
  const { store } = useApp();
  const values = useSignal<ProfileValues | undefined>(undefined);
  const fields = store.profileFields.value;
  const isMissing = values.value === undefined && fields.length > 0;
  // The card shows what the store knows even if this fails; it is tried again.
  useLoading(isMissing ? String(userId) : undefined, async () => {
    values.value = await fetchProfileOf(userId);
  });
  const known = (store.realm.value.realm_default_external_accounts ?? {}) as KnownAccounts;
  const { users } = store.people.value;
  return (
    <>
      {fields
        .filter((field) => isWhole || field.display_in_profile_summary)
        .map((field) => ({ field, fact: factOf(field, values.value?.[field.id], known, users) }))
        .map(
          ({ field, fact }) =>
            fact && (
              <div key={field.id}>
                <dt dir="auto">{field.name}</dt>
                <dd>
                  <Fact fact={fact} />
                </dd>
              </div>
            ),
        )}
    </>
  );
};
