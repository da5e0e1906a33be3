/** The looks of everything one can choose in the sidebar; reduced to its icon when collapsed. */
export function navigationItem(collapsed: boolean, active = false): string {
  return `${base} ${collapsed ? 'justify-center' : ''} ${active ? 'bg-accent-soft text-accent' : idle}`;
}

const base =
  'flex h-9 w-full items-center gap-3 rounded-control px-3 font-medium [&_svg]:size-4.5 [&_svg]:shrink-0';

const idle = 'text-muted hover:bg-hover hover:text-ink';
