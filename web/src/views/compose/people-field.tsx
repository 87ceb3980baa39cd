import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "../../app/app";
import { Avatar } from "../../ui/avatar";
import { bestOf } from "../../ui/best-of";
import { closenessTo } from "../../ui/closeness";
import { words } from "../../words/en";

const mostOffered = 8;

interface PeopleFieldProps {
  readonly chosen: Signal<readonly number[]>;
  readonly label?: string;
}

/** Selects people by name. */
export const PeopleField = ({ chosen, label = words.to }: PeopleFieldProps) => {
  const { store } = useApp();
  const query = useSignal("");
  const at = useSignal(0);
  const users = store.people.value.users;
  const found =
    query.value.trim() === ""
      ? []
      : bestOf(
          [...users.values()].filter((one) => one.is_active && !chosen.value.includes(one.user_id)),
          (one) => one.full_name,
          query.value,
          mostOffered,
          closenessTo(store),
        );
  const take = (id: number) => {
    chosen.value = [...chosen.value, id];
    query.value = "";
    at.value = 0;
  };
  const drop = (id: number) => {
    chosen.value = chosen.value.filter((one) => one !== id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = found[at.value];
    const lastId = chosen.value.at(-1);
    if (event.key === "ArrowDown") at.value = Math.min(found.length - 1, at.value + 1);
    else if (event.key === "ArrowUp") at.value = Math.max(0, at.value - 1);
    else if ((event.key === "Enter" || event.key === ",") && person) take(person.user_id);
    else if (event.key === "Backspace" && query.value === "" && lastId !== undefined) drop(lastId);
    else return;
    event.preventDefault();
  };
  const isOpen = found.length > 0;
  return (
    <div class="people-field field">
      {chosen.value.map((id) => (
        <button
          key={id}
          type="button"
          class="pill"
          aria-label={words.remove(users.get(id)?.full_name ?? "")}
          onClick={() => drop(id)}
        >
          {users.get(id)?.full_name} ×
        </button>
      ))}
      <input
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": "people-offers", "aria-activedescendant": `person-${at.value}` })}
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div class="menu suggestions" role="listbox" id="people-offers" aria-label={words.suggestions}>
          {found.map((one, index) => (
            <div
              key={one.user_id}
              id={`person-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at.value}
              onPointerDown={(event) => {
                event.preventDefault();
                take(one.user_id);
              }}
            >
              <Avatar userId={one.user_id} size={20} />
              <span>{one.full_name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
