-- Parts of an object's name, for policies.
create function storage.foldername(name text) returns text[]
language sql immutable
return (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1];

create function storage.filename(name text) returns text
language sql immutable
return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

create function storage.extension(name text) returns text
language sql immutable
return reverse(split_part(reverse(storage.filename(name)), '.', 1));

create function storage.operation() returns text
language sql stable
return current_setting('storage.operation', true);

create function storage.touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;

-- A row deleted by SQL would leave its bytes behind. The storage server allows its own deletions with
-- set_config('storage.allow_delete_query', 'true', true).
create function storage.protect_delete() returns trigger
language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;

alter function storage.foldername(text) owner to supabase_storage_admin;
alter function storage.filename(text) owner to supabase_storage_admin;
alter function storage.extension(text) owner to supabase_storage_admin;
alter function storage.operation() owner to supabase_storage_admin;
alter function storage.touch_updated_at() owner to supabase_storage_admin;
alter function storage.protect_delete() owner to supabase_storage_admin;

create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch_updated_at();
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
