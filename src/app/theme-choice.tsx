import Check from 'lucide-react/icons/check';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { menuItemClass } from '#ui/menu.tsx';
import { chooseTheme, useTheme } from './theme.ts';

/** The three themes as commands of a menu. The chosen theme is checked. */
export function ThemeMenuItems() {
  const theme = useTheme();
  return (
    <div role="group" aria-label="Tema" className="my-1 border-y border-line py-1">
      {themeChoices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={theme === value}
          className={menuItemClass}
          onClick={() => chooseTheme(value)}
        >
          <Icon />
          <span className="flex-1">{label}</span>
          {theme === value && <Check />}
        </button>
      ))}
    </div>
  );
}

/** The themes in the order of the menu. */
export const themeChoices = [
  { value: 'system', label: 'Tema do sistema', Icon: Monitor },
  { value: 'light', label: 'Tema claro', Icon: Sun },
  { value: 'dark', label: 'Tema escuro', Icon: Moon },
] as const;
