#!lua flags=allow-oom
--[[
  repair-index: write to an index of a record, unless the record has changed.
  Keys     1 hash of the record   2 the index
  Args     1 field that changes with the record   2 the text that it had   3 ZADD, ZREM, HSET or HDEL
           4.. its arguments after the key
  Returns  1 if it was written, 0 if the record has changed
]]
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call(ARGV[3], KEYS[2], unpack(ARGV, 4))
return 1
