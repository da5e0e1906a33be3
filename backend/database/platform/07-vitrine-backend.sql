-- For what only the built-in backend keeps: a schema of its own, because auth and storage belong to
-- the platform. It does not travel to a hosted project, which has its own rate limits.
create schema vitrine_backend;
grant usage on schema vitrine_backend to supabase_auth_admin;
