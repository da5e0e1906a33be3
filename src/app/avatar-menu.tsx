import { Link, useNavigate } from '@tanstack/react-router';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Rss from 'lucide-react/icons/rss';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sparkles from 'lucide-react/icons/sparkles';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { useMay, useProfile } from '#features/auth/profile.queries.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { Menu, MenuItem, menuItemClass } from '#ui/menu.tsx';
import { version } from '../../package.json';
import { helpPageInfo, findAllowedOverviews, perfilPageInfo } from '#areas/overviews.ts';
import { createSignOutState } from './sign-out-state.ts';
import { ThemeMenuItems } from './theme-choice.tsx';

export function AvatarMenu() {
  const navigate = useNavigate();
  const profile = useProfile();
  const may = useMay();
  const name = profile.data?.name ?? '';
  const [setting, openSetting] = useState<keyof typeof settings>();
  const Setting = setting && settings[setting];
  return (
    <>
      <Menu
        label="Menu do usuário"
        triggerClass="inline-flex size-10 items-center justify-center rounded-full"
        trigger={
          profile.isPending ? (
            <span className="skeleton size-8 rounded-full!" />
          ) : (
            <StoredAvatar name={name || 'Usuário'} url={profile.data?.avatar_url} size="sm" />
          )
        }
      >
        {profile.data && (
          <div role="presentation" className="max-w-64 truncate px-2.5 py-2">
            <p className="truncate font-medium">{name}</p>
            <p className="truncate text-xs text-muted">{profile.data.email}</p>
          </div>
        )}
        {[perfilPageInfo, ...findAllowedOverviews(may)].map(({ path, title, icon: Icon }) => (
          <Link key={path} to={path} role="menuitem" className={placeClass}>
            <Icon />
            {title}
          </Link>
        ))}
        {may('update', 'price_guard') && (
          <MenuItem icon={<Tags />} onSelect={() => openSetting('guard')}>
            Alerta de preços
          </MenuItem>
        )}
        {may('update', 'catalogue_readers') && (
          <MenuItem icon={<Rss />} onSelect={() => openSetting('readers')}>
            Acesso de outros sistemas
          </MenuItem>
        )}
        {may('update', 'factor_rule') && (
          <MenuItem icon={<ShieldCheck />} onSelect={() => openSetting('factor')}>
            Exigir verificação em duas etapas
          </MenuItem>
        )}
        <Link
          to={helpPageInfo.path}
          activeOptions={{ exact: true }}
          role="menuitem"
          className={placeClass}
        >
          <helpPageInfo.icon />
          {helpPageInfo.title}
        </Link>
        <Link to="/ajuda/$pagina" params={novidades} role="menuitem" className={placeClass}>
          <Sparkles />
          Novidades
          <span className="ml-auto text-xs text-muted">Versão {version}</span>
        </Link>
        <MenuItem icon={<Keyboard />} keys="?" onSelect={() => openSetting('shortcuts')}>
          Atalhos de teclado
        </MenuItem>
        <ThemeMenuItems />
        <MenuItem
          icon={<LogOut />}
          onSelect={() => void navigate({ to: '/login', state: createSignOutState() })}
        >
          Sair
        </MenuItem>
      </Menu>
      {Setting && <Setting onClose={() => openSetting(undefined)} />}
    </>
  );
}

const novidades = { pagina: 'novidades' };

/** The classes of a link in this menu. The link to the current page has the same colours as in the sidebar. */
const placeClass = `${menuItemClass} aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent aria-[current=page]:[&_svg]:text-accent`;

const settings = {
  shortcuts: lazyComponent(async () => (await import('./shortcuts.tsx')).ShortcutsDialog, 'used'),
  guard: lazyComponent(
    async () => (await import('#areas/products/prices/price-guard-dialog.tsx')).PriceGuardDialog,
    'used',
  ),
  readers: lazyComponent(
    async () =>
      (await import('#features/catalogue-readers/catalogue-readers-dialog.tsx'))
        .CatalogueReadersDialog,
    'used',
  ),
  factor: lazyComponent(
    async () => (await import('#features/factor-rule/factor-rule-dialog.tsx')).FactorRuleDialog,
    'used',
  ),
};
