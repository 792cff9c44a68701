#!lua flags=no-writes
--[[
  load-cells: read what a turn's commands want to know, in one round trip.
  Keys     any of the partitions' hashes, sorted sets, sets and strings
  Args     1 JSON array; per key an array of a word and what it takes:
             fields <field>...       values of a hash's fields, false where there is none
             hash                    a whole hash as field, value, ...
             order <first> <last>    members of a sorted set by place
             set                     members of a set
             text                    a string, false where there is none
  Returns  per key an array
]]
local readers = {
  fields = function(key, request) return redis.call('HMGET', key, unpack(request, 2)) end,
  hash = function(key) return redis.call('HGETALL', key) end,
  order = function(key, request) return redis.call('ZRANGE', key, request[2], request[3]) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  text = function(key) return {redis.call('GET', key)} end,
}
local replies = {}
for i, request in ipairs(cjson.decode(ARGV[1])) do
  replies[i] = readers[request[1]](KEYS[i], request)
end
return replies
