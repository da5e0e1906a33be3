// Generated from the migrations by `npm run types`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      banners: {
        Row: {
          created_at: string;
          creation_key: string | null;
          cta_link: string | null;
          cta_texto: string | null;
          descricao: string | null;
          ends_at: string | null;
          id: number;
          imagem_url: string | null;
          ordem: number;
          posicao: 'todos' | 'distribuidores' | 'parceiros' | 'home';
          search_text: string;
          starts_at: string | null;
          status: 'Ativo' | 'Inativo';
          tipo: 'banner' | 'informativo';
          titulo: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          creation_key?: string | null;
          cta_link?: string | null;
          cta_texto?: string | null;
          descricao?: string | null;
          ends_at?: string | null;
          id?: never;
          imagem_url?: string | null;
          ordem?: number;
          posicao?: 'todos' | 'distribuidores' | 'parceiros' | 'home';
          search_text?: never;
          starts_at?: string | null;
          status?: 'Ativo' | 'Inativo';
          tipo?: 'banner' | 'informativo';
          titulo: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          creation_key?: string | null;
          cta_link?: string | null;
          cta_texto?: string | null;
          descricao?: string | null;
          ends_at?: string | null;
          id?: never;
          imagem_url?: string | null;
          ordem?: number;
          posicao?: 'todos' | 'distribuidores' | 'parceiros' | 'home';
          search_text?: never;
          starts_at?: string | null;
          status?: 'Ativo' | 'Inativo';
          tipo?: 'banner' | 'informativo';
          titulo?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      catalogue_readers: {
        Row: {
          catalogo_distribuidores: 'ninguem' | 'quem_entrou' | 'todos';
          id: boolean;
          menu_parceiros: 'ninguem' | 'quem_entrou' | 'todos';
          todos: 'ninguem' | 'quem_entrou' | 'todos';
        };
        Insert: {
          catalogo_distribuidores?: 'ninguem' | 'quem_entrou' | 'todos';
          id?: boolean;
          menu_parceiros?: 'ninguem' | 'quem_entrou' | 'todos';
          todos?: 'ninguem' | 'quem_entrou' | 'todos';
        };
        Update: {
          catalogo_distribuidores?: 'ninguem' | 'quem_entrou' | 'todos';
          id?: boolean;
          menu_parceiros?: 'ninguem' | 'quem_entrou' | 'todos';
          todos?: 'ninguem' | 'quem_entrou' | 'todos';
        };
        Relationships: [];
      };
      categories: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          image_url: string | null;
          is_active: boolean;
          name: string;
          search_text: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          image_url?: string | null;
          is_active?: boolean;
          name: string;
          search_text?: never;
          version?: number;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          image_url?: string | null;
          is_active?: boolean;
          name?: string;
          search_text?: never;
          version?: number;
        };
        Relationships: [];
      };
      distribuidores: {
        Row: {
          address: string;
          bairro: string | null;
          cep: string | null;
          cidade: string | null;
          complemento: string | null;
          created_at: string;
          email: string;
          estado: string | null;
          id: string;
          instagram: string | null;
          logo_url: string | null;
          logradouro: string | null;
          name: string;
          numero: string | null;
          phone: string;
          plan_id: string;
          search_text: string;
          status: 'Pendente' | 'Ativo' | 'Inativo';
          version: number;
        };
        Insert: {
          address: string;
          bairro?: string | null;
          cep?: string | null;
          cidade?: string | null;
          complemento?: string | null;
          created_at?: string;
          email: string;
          estado?: string | null;
          id?: string;
          instagram?: string | null;
          logo_url?: string | null;
          logradouro?: string | null;
          name: string;
          numero?: string | null;
          phone: string;
          plan_id: string;
          search_text?: never;
          status?: 'Pendente' | 'Ativo' | 'Inativo';
          version?: number;
        };
        Update: {
          address?: string;
          bairro?: string | null;
          cep?: string | null;
          cidade?: string | null;
          complemento?: string | null;
          created_at?: string;
          email?: string;
          estado?: string | null;
          id?: string;
          instagram?: string | null;
          logo_url?: string | null;
          logradouro?: string | null;
          name?: string;
          numero?: string | null;
          phone?: string;
          plan_id?: string;
          search_text?: never;
          status?: 'Pendente' | 'Ativo' | 'Inativo';
          version?: number;
        };
        Relationships: [{
            foreignKeyName: 'distribuidores_plan_id_fkey';
            columns: ['plan_id'];
            isOneToOne: false;
            referencedRelation: 'plans';
            referencedColumns: ['id'];
          },];
      };
      factor_rule: {
        Row: {
          id: boolean;
          required_of: 'ninguem' | 'administradores' | 'todos';
        };
        Insert: {
          id?: boolean;
          required_of?: 'ninguem' | 'administradores' | 'todos';
        };
        Update: {
          id?: boolean;
          required_of?: 'ninguem' | 'administradores' | 'todos';
        };
        Relationships: [];
      };
      list_settings: {
        Row: {
          area: string;
          hidden_columns: string;
          id: string;
          owner: string;
          page_size: number | null;
        };
        Insert: {
          area: string;
          hidden_columns?: string;
          id?: string;
          owner?: string;
          page_size?: number | null;
        };
        Update: {
          area?: string;
          hidden_columns?: string;
          id?: string;
          owner?: string;
          page_size?: number | null;
        };
        Relationships: [{
            foreignKeyName: 'list_settings_owner_fkey';
            columns: ['owner'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },];
      };
      list_views: {
        Row: {
          address: string;
          area: string;
          id: string;
          name: string;
          owner: string | null;
          position: number;
        };
        Insert: {
          address?: string;
          area: string;
          id?: string;
          name: string;
          owner?: string | null;
          position?: number;
        };
        Update: {
          address?: string;
          area?: string;
          id?: string;
          name?: string;
          owner?: string | null;
          position?: number;
        };
        Relationships: [{
            foreignKeyName: 'list_views_owner_fkey';
            columns: ['owner'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },];
      };
      notificacoes: {
        Row: {
          conteudo: string;
          created_at: string;
          creation_key: string | null;
          destinatarios: 'todos' | 'distribuidores' | 'parceiros' | 'usuarios';
          ends_at: string | null;
          id: number;
          search_text: string;
          starts_at: string | null;
          status: 'Ativa' | 'Inativa';
          tipo: 'Geral' | 'Alerta' | 'Informativo' | 'Promoção';
          titulo: string;
          version: number;
          visibilidade: 'todos' | 'painel' | 'menu_parceiros' | 'catalogo_distribuidores';
        };
        Insert: {
          conteudo: string;
          created_at?: string;
          creation_key?: string | null;
          destinatarios?: 'todos' | 'distribuidores' | 'parceiros' | 'usuarios';
          ends_at?: string | null;
          id?: never;
          search_text?: never;
          starts_at?: string | null;
          status?: 'Ativa' | 'Inativa';
          tipo?: 'Geral' | 'Alerta' | 'Informativo' | 'Promoção';
          titulo: string;
          version?: number;
          visibilidade?: 'todos' | 'painel' | 'menu_parceiros' | 'catalogo_distribuidores';
        };
        Update: {
          conteudo?: string;
          created_at?: string;
          creation_key?: string | null;
          destinatarios?: 'todos' | 'distribuidores' | 'parceiros' | 'usuarios';
          ends_at?: string | null;
          id?: never;
          search_text?: never;
          starts_at?: string | null;
          status?: 'Ativa' | 'Inativa';
          tipo?: 'Geral' | 'Alerta' | 'Informativo' | 'Promoção';
          titulo?: string;
          version?: number;
          visibilidade?: 'todos' | 'painel' | 'menu_parceiros' | 'catalogo_distribuidores';
        };
        Relationships: [];
      };
      parceiros: {
        Row: {
          address: string;
          bairro: string | null;
          cep: string | null;
          cidade: string | null;
          complemento: string | null;
          created_at: string;
          email: string;
          estado: string | null;
          id: string;
          instagram: string | null;
          logo_url: string | null;
          logradouro: string | null;
          name: string;
          numero: string | null;
          phone: string;
          search_text: string;
          status: 'Pendente' | 'Ativo' | 'Inativo';
          version: number;
        };
        Insert: {
          address: string;
          bairro?: string | null;
          cep?: string | null;
          cidade?: string | null;
          complemento?: string | null;
          created_at?: string;
          email: string;
          estado?: string | null;
          id?: string;
          instagram?: string | null;
          logo_url?: string | null;
          logradouro?: string | null;
          name: string;
          numero?: string | null;
          phone: string;
          search_text?: never;
          status?: 'Pendente' | 'Ativo' | 'Inativo';
          version?: number;
        };
        Update: {
          address?: string;
          bairro?: string | null;
          cep?: string | null;
          cidade?: string | null;
          complemento?: string | null;
          created_at?: string;
          email?: string;
          estado?: string | null;
          id?: string;
          instagram?: string | null;
          logo_url?: string | null;
          logradouro?: string | null;
          name?: string;
          numero?: string | null;
          phone?: string;
          search_text?: never;
          status?: 'Pendente' | 'Ativo' | 'Inativo';
          version?: number;
        };
        Relationships: [];
      };
      plans: {
        Row: {
          background_color: string;
          id: string;
          name: string;
          text_color: string;
        };
        Insert: {
          background_color: string;
          id?: string;
          name: string;
          text_color: string;
        };
        Update: {
          background_color?: string;
          id?: string;
          name?: string;
          text_color?: string;
        };
        Relationships: [];
      };
      price_guard: {
        Row: {
          down_limit: number;
          enforced: boolean;
          id: boolean;
          up_limit: number;
        };
        Insert: {
          down_limit?: number;
          enforced?: boolean;
          id?: boolean;
          up_limit?: number;
        };
        Update: {
          down_limit?: number;
          enforced?: boolean;
          id?: boolean;
          up_limit?: number;
        };
        Relationships: [];
      };
      product_images: {
        Row: {
          alt: string;
          created_at: string;
          id: string;
          is_main: boolean;
          position: number;
          product_id: string;
          url: string;
        };
        Insert: {
          alt?: string;
          created_at?: string;
          id?: string;
          is_main?: boolean;
          position?: number;
          product_id: string;
          url: string;
        };
        Update: {
          alt?: string;
          created_at?: string;
          id?: string;
          is_main?: boolean;
          position?: number;
          product_id?: string;
          url?: string;
        };
        Relationships: [{
            foreignKeyName: 'product_images_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },];
      };
      products: {
        Row: {
          button_color: string;
          button_link: string | null;
          category_id: string;
          created_at: string;
          description: string;
          discount_percentage: number | null;
          id: string;
          mini_description: string;
          name: string;
          promo_ends_at: string | null;
          promo_price: number | null;
          promo_starts_at: string | null;
          real_price: number;
          search_text: string;
          sku: string;
          status: 'Ativo' | 'Inativo';
          subtitle: string;
          tipo: 'Produto' | 'Serviço';
          version: number;
          video_embed: string | null;
          visibility: 'todos' | 'menu_parceiros' | 'catalogo_distribuidores';
        };
        Insert: {
          button_color?: string;
          button_link?: string | null;
          category_id: string;
          created_at?: string;
          description: string;
          discount_percentage?: number | null;
          id?: string;
          mini_description: string;
          name: string;
          promo_ends_at?: string | null;
          promo_price?: number | null;
          promo_starts_at?: string | null;
          real_price: number;
          search_text?: never;
          sku: string;
          status?: 'Ativo' | 'Inativo';
          subtitle: string;
          tipo?: 'Produto' | 'Serviço';
          version?: number;
          video_embed?: string | null;
          visibility?: 'todos' | 'menu_parceiros' | 'catalogo_distribuidores';
        };
        Update: {
          button_color?: string;
          button_link?: string | null;
          category_id?: string;
          created_at?: string;
          description?: string;
          discount_percentage?: number | null;
          id?: string;
          mini_description?: string;
          name?: string;
          promo_ends_at?: string | null;
          promo_price?: number | null;
          promo_starts_at?: string | null;
          real_price?: number;
          search_text?: never;
          sku?: string;
          status?: 'Ativo' | 'Inativo';
          subtitle?: string;
          tipo?: 'Produto' | 'Serviço';
          version?: number;
          video_embed?: string | null;
          visibility?: 'todos' | 'menu_parceiros' | 'catalogo_distribuidores';
        };
        Relationships: [{
            foreignKeyName: 'products_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },];
      };
      profiles: {
        Row: {
          avatar_url: string | null;
          company: string | null;
          created_at: string;
          email: string;
          id: string;
          name: string;
          phone: string | null;
          role: 'Administrador' | 'Colaborador';
          search_text: string;
          version: number;
        };
        Insert: {
          avatar_url?: string | null;
          company?: string | null;
          created_at?: string;
          email: string;
          id: string;
          name: string;
          phone?: string | null;
          role?: 'Administrador' | 'Colaborador';
          search_text?: never;
          version?: number;
        };
        Update: {
          avatar_url?: string | null;
          company?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          name?: string;
          phone?: string | null;
          role?: 'Administrador' | 'Colaborador';
          search_text?: never;
          version?: number;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      abandoned_files: {
        Args: { after?: string; size?: number; };
        Returns: Json;
      };
      activity: {
        Args: { before?: number; filters?: Json; size?: number; };
        Returns: Json;
      };
      announce_user: {
        Args: { email: string; };
        Returns: string;
      };
      anonymise: {
        Args: { area: string; record_id: string; };
        Returns: Json;
      };
      apply_batch: {
        Args: { batch_id: string; confirmed?: number; pictures?: Json; size?: number; step: number; };
        Returns: Json;
      };
      backup_notice: {
        Args: never;
        Returns: Json;
      };
      batch_of: {
        Args: { area: string; record_id: string; version?: number; };
        Returns: number;
      };
      batch_records: {
        Args: { after?: string; batch: number; size?: number; };
        Returns: Json;
      };
      batch_rows: {
        Args: { after?: number; batch_id: string; doubtful?: boolean; outcomes: string[]; size?: number; };
        Returns: Json;
      };
      batches_per_day: {
        Args: never;
        Returns: Json;
      };
      before_user_created_hook: {
        Args: { event: Json; };
        Returns: Json;
      };
      catalogo_banners: {
        Args: { publico: string; };
        Returns: Json;
      };
      catalogo_categorias: {
        Args: { publico: string; };
        Returns: Json;
      };
      catalogo_notificacoes: {
        Args: { publico: string; };
        Returns: Json;
      };
      catalogo_produto: {
        Args: { publico: string; sku: string; };
        Returns: Json;
      };
      catalogo_produtos: {
        Args: { busca?: string; categoria?: string; depois_id?: string; depois_nome?: string; publico: string; tamanho?: number; };
        Returns: Json;
      };
      company_cities: {
        Args: { of_table: string; };
        Returns: string[];
      };
      count_rows: {
        Args: { of_table: string; };
        Returns: number;
      };
      delete_product: {
        Args: { product_id: string; };
        Returns: Json;
      };
      discard_records: {
        Args: { batch: number; records: string[]; };
        Returns: Json;
      };
      drop_batch: {
        Args: { batch_id: string; };
        Returns: Json;
      };
      duplicate_banner: {
        Args: { banner_id: number; creation_key?: string; };
        Returns: Json;
      };
      duplicate_product: {
        Args: { copy_id?: string; product_id: string; };
        Returns: Json;
      };
      end_sessions: {
        Args: { session?: string; user_id?: string; };
        Returns: number;
      };
      expired_files: {
        Args: { size?: number; };
        Returns: string[];
      };
      export_products: {
        Args: { after?: Json; except?: string[]; filters?: Json; ids?: string[]; order?: string; search?: string; size?: number; };
        Returns: Json;
      };
      factor_since: {
        Args: { user_id: string; };
        Returns: { since: string; }[];
      };
      files_to_restore: {
        Args: { after?: string; size?: number; };
        Returns: Json;
      };
      find_products: {
        Args: { filters?: Json; order?: string; page?: number; search?: string; size?: number; };
        Returns: Json;
      };
      first_administrador: {
        Args: { email: string; name?: string; };
        Returns: string;
      };
      first_steps: {
        Args: never;
        Returns: Json;
      };
      leave_out: {
        Args: { batch_id: string; is_out?: boolean; places: number[]; };
        Returns: Json;
      };
      list_choices: {
        Args: never;
        Returns: Json;
      };
      login_without_profile: {
        Args: { email: string; };
        Returns: string;
      };
      mfa_verification_attempt_hook: {
        Args: { event: Json; };
        Returns: Json;
      };
      needs_attention: {
        Args: never;
        Returns: Json;
      };
      note_export: {
        Args: { amount: number; area: string; continues?: boolean; };
        Returns: Json;
      };
      open_batches: {
        Args: never;
        Returns: Json;
      };
      open_sessions: {
        Args: { user_id?: string; };
        Returns: { created_at: string; id: string; ip_address: string; is_current: boolean; used_at: string; user_agent: string; }[];
      };
      order_banners: {
        Args: { seen: number[]; wanted: number[]; };
        Returns: Json;
      };
      order_list_views: {
        Args: { ids: string[]; };
        Returns: number;
      };
      personal_data: {
        Args: { area: string; record_id: string; };
        Returns: Json;
      };
      plan_change: {
        Args: { area: string; batch_id: string; change: Json; selection: Json; size?: number; };
        Returns: Json;
      };
      plan_import: {
        Args: { batch_id: string; size?: number; };
        Returns: Json;
      };
      plan_pictures: {
        Args: { batch: Json; rows: Json; };
        Returns: Json;
      };
      possible_duplicate: {
        Args: { area: string; field: string; own_id?: string; value: string; };
        Returns: { detail: string; id: string; name: string; }[];
      };
      price_reference: {
        Args: { product_id: string; };
        Returns: Json;
      };
      products_by_file_name: {
        Args: { names: string[]; };
        Returns: Json;
      };
      prune_history: {
        Args: { size?: number; };
        Returns: number;
      };
      record_authors: {
        Args: { area: string; batch?: number; record_ids: string[]; version?: number; };
        Returns: Json;
      };
      record_history: {
        Args: { area: string; before?: number; record_id: string; size?: number; };
        Returns: Json;
      };
      remove_factors: {
        Args: { user_id: string; };
        Returns: number;
      };
      restore_record: {
        Args: { area: string; batch: number; column_name?: string; record_id: string; };
        Returns: Json;
      };
      restore_trashed: {
        Args: { batch: number; continued?: number; records: string[]; };
        Returns: Json;
      };
      save_product: {
        Args: { confirmed?: Json; expected_version?: number; images?: Json; product: Json; };
        Returns: Json;
      };
      search_everything: {
        Args: { term: string; };
        Returns: { detail: string; id: string; image_url: string; kind: string; price: number; status: string; title: string; }[];
      };
      set_list: {
        Args: { area: string; hidden_columns?: string; page_size?: number; };
        Returns: Json;
      };
      stage_rows: {
        Args: { batch: Json; rows: Json; };
        Returns: Json;
      };
      sweep_batches: {
        Args: never;
        Returns: number;
      };
      trash: {
        Args: { area?: string; batch?: number; before?: number; search?: string; size?: number; };
        Returns: Json;
      };
      trash_groups: {
        Args: { area?: string; before?: number; search?: string; size?: number; };
        Returns: Json;
      };
      undo_batch: {
        Args: { after?: string; batch: number; decisions?: Json; only_record?: string; size?: number; };
        Returns: Json;
      };
      unused_files: {
        Args: { urls: string[]; };
        Returns: { bucket: string; path: string; }[];
      };
      unused_objects: {
        Args: { after: string; older_than: string; page_size: number; };
        Returns: Json;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

type PublicTables = Database['public']['Tables'];
export type Tables<Name extends keyof PublicTables> = PublicTables[Name]['Row'];
export type TablesInsert<Name extends keyof PublicTables> = PublicTables[Name]['Insert'];
export type TablesUpdate<Name extends keyof PublicTables> = PublicTables[Name]['Update'];
