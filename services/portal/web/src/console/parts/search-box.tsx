import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Finds rows of the list below it while one types. The value is often a part of the address, which follows a moment later: the box keeps
 * what is typed itself, because letters would be lost otherwise, and takes the value while somebody is elsewhere.
 */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);
  return (
    <div className={styles.box}>
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck="false"
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value);
        }}
      />
    </div>
  );
}
