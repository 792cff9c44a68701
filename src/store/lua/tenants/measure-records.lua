#!lua flags=no-writes
--[[
  measure-records: count the records that hashes hold, and the bytes of their texts.
  Keys     any number of hashes
  Args     none
  Returns  for each hash, the number of its records and their bytes, one after the other

  Records are the field j and all fields with longer names; other fields of one letter are the service's own.
]]
local measured = {}
for _, key in ipairs(KEYS) do
  local records, bytes = 0, 0
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if field == 'j' or #field > 1 then
      records = records + 1
      bytes = bytes + redis.call('HSTRLEN', key, field)
    end
  end
  table.insert(measured, records)
  table.insert(measured, bytes)
end
return measured
