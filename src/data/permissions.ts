// Generated from supabase/tests/permission-table.ts by `npm run types`. Do not edit.
import type { Database } from './database.types.ts';

export type Command = 'read' | 'create' | 'update' | 'delete';
type Tables = Database['public']['Tables'];
export type TableName = keyof Tables;
export type Role = Tables['profiles']['Row']['role'];

export const permissions: Record<Role, Record<TableName, readonly Command[]>> = {
  Colaborador: {
    products: ['read', 'create', 'update', 'delete'],
    product_images: ['read', 'create', 'update', 'delete'],
    categories: ['read', 'create', 'update', 'delete'],
    distribuidores: ['read', 'create', 'update', 'delete'],
    parceiros: ['read', 'create', 'update', 'delete'],
    plans: ['read'],
    profiles: ['read'],
    notificacoes: ['read'],
    banners: [],
    list_settings: ['read', 'create', 'update', 'delete'],
    list_views: ['read', 'create', 'update', 'delete'],
    price_guard: ['read'],
    catalogue_readers: [],
    factor_rule: ['read'],
  },
  Administrador: {
    products: ['read', 'create', 'update', 'delete'],
    product_images: ['read', 'create', 'update', 'delete'],
    categories: ['read', 'create', 'update', 'delete'],
    distribuidores: ['read', 'create', 'update', 'delete'],
    parceiros: ['read', 'create', 'update', 'delete'],
    plans: ['read'],
    profiles: ['read', 'create', 'update', 'delete'],
    notificacoes: ['read', 'create', 'update', 'delete'],
    banners: ['read', 'create', 'update', 'delete'],
    list_settings: ['read', 'create', 'update', 'delete'],
    list_views: ['read', 'create', 'update', 'delete'],
    price_guard: ['read', 'update'],
    catalogue_readers: ['read', 'update'],
    factor_rule: ['read', 'update'],
  },
};
