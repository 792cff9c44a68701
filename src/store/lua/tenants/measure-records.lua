#!lua flags=no-writes
--[[
  measure-records: count the records in hashes, and the bytes of their texts.
  Keys     any number of hashes
  Args     1 'all' if every field is a record
  Returns  for each hash, the number of its records, then the number of their bytes

  Without 'all', records are in the field j, in the field d (a deleted customer), and in all fields with longer names;
  other fields with one letter are internal.
]]
local measured = {}
for _, key in ipairs(KEYS) do
  local records, bytes = 0, 0
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if ARGV[1] == 'all' or field == 'j' or field == 'd' or #field > 1 then
      records = records + 1
      bytes = bytes + redis.call('HSTRLEN', key, field)
    end
  end
  table.insert(measured, records)
  table.insert(measured, bytes)
end
return measured
