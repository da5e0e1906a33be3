import BellIcon from 'lucide-react/icons/bell';
import LogOut from 'lucide-react/icons/log-out';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import Search from 'lucide-react/icons/search';
import { renderToStaticMarkup } from 'react-dom/server';
import { hasPermission } from '#data/has-permission.ts';
import { validatedFormClass } from '#features/auth/validated-form.tsx';
import { SignInFields, SignInPageLayout } from '#features/auth/sign-in-page.tsx';
import { iconButtonClass } from '#ui/button-class.ts';
import { Logo } from '#ui/logo.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { allAreas, areas, findListedAreas } from '#areas/index.ts';
import { helpPageInfo, dashboardPageInfo, overviews } from '#areas/overviews.ts';
import {
  SidebarTop,
  logoNameClass,
  PanelFrame,
  HeaderLayout,
  navigationItemClass,
  NavigationLabel,
  NavigationList,
} from './frame.tsx';

/**
 * The route paths at which first-frame.ts shows the static frame or, without a session, the static sign-in page: for
 * example '/produtos/editar/$id'.
 */
export const staticFramePaths = [
  '/',
  dashboardPageInfo.path,
  '/perfil',
  helpPageInfo.path,
  `${helpPageInfo.path}/$pagina`,
  ...Object.values(overviews).map(({ path }) => path),
  ...allAreas.flatMap(({ path, add, edit }) => [path, add, edit]),
];

/** The chunk names of the pages on which visits often begin, keyed by path. */
export const pageChunkNames: Record<string, string> = {
  [dashboardPageInfo.path]: 'dashboard',
  ...Object.fromEntries(Object.entries(areas).map(([name, { path }]) => [path, `${name}-list`])),
};

/**
 * Renders the sign-in page as static HTML, for visitors. Its form submits nothing: render-panel.tsx copies the entered
 * values to React's form, and repeats an early submit there.
 */
export function renderStaticSignIn(): string {
  return renderToStaticMarkup(
    <SignInPageLayout>
      <form noValidate method="dialog" className={validatedFormClass}>
        <SignInFields
          errors={{}}
          busy={false}
          Forgotten={({ className, children }) => (
            <a href="/forgot-password" className={className}>
              {children}
            </a>
          )}
        />
      </form>
    </SignInPageLayout>,
  );
}

/**
 * Renders the frame as static HTML, for an unknown user: with the areas that the navigation lists for every role, and
 * without a title. The build writes it into the page. first-frame.ts shows it, and collapses the sidebar if the user
 * collapsed it.
 */
export function renderStaticFrame(): string {
  const open = findListedAreas(
    (command, table) => hasPermission(undefined, command, table),
    allAreas,
  );
  return renderToStaticMarkup(
    <PanelFrame
      collapsed={false}
      header={<StillHeader />}
      sidebar={
        <>
          <SidebarTop>
            <Logo nameClass={logoNameClass} />
          </SidebarTop>
          <NavigationList
            areas={open}
            commands={[
              { icon: PanelLeftClose, title: 'Recolher menu' },
              { icon: LogOut, title: 'Sair' },
            ].map(({ icon, title }) => (
              <span key={title} className={navigationItemClass}>
                <NavigationLabel icon={icon} title={title} />
              </span>
            ))}
          >
            {({ path, icon, title }) => (
              <a href={path} className={navigationItemClass}>
                <NavigationLabel icon={icon} title={title} />
              </a>
            )}
          </NavigationList>
        </>
      }
    >
      <PageTitle title={<span data-title>&nbsp;</span>} detail="Carregando..." />
      <CenteredSpinner className="min-h-[60dvh]" />
    </PanelFrame>,
  );
}

/** The static header. Its buttons do nothing: React replaces them when the code has loaded. */
function StillHeader() {
  return (
    <HeaderLayout
      buttons={
        <>
          <StillButton icon={Search} />
          <StillButton icon={BellIcon} />
          <span className="inline-flex size-10 items-center justify-center">
            <span className="skeleton size-8 rounded-full!" />
          </span>
        </>
      }
    >
      <span className="ml-2 md:hidden">
        <Logo />
      </span>
    </HeaderLayout>
  );
}

function StillButton({ icon: Icon }: { icon: typeof Search }) {
  return (
    <span className={`${iconButtonClass()} size-9`}>
      <Icon className="size-4.5!" />
    </span>
  );
}
