import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { visitorsOnly } from './guards.ts';
import { root } from './panel-route.ts';

const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: visitorsOnly,
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: '/login',
  staticData: { title: 'Entrar', open: true },
  component: lazyRouteComponent(() => import('#features/auth/login.tsx'), 'Login'),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  staticData: { title: 'Recuperar Senha', open: true },
  component: lazyRouteComponent(
    () => import('#features/auth/forgot-password.tsx'),
    'ForgotPassword',
  ),
});

/** For everyone: a recovery link signs in. */
export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Redefinir Senha', open: true },
  component: lazyRouteComponent(() => import('#features/auth/reset-password.tsx'), 'ResetPassword'),
});

/** For who is not signed in. */
export const visitorRoutes = visitors.addChildren([login, forgotPassword]);
