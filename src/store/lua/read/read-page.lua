#!lua flags=no-writes
--[[
  read-page: a page of a wishlist's items in their order, with what it says of itself, all at one moment.
  Keys     1 wishlist   2 its item order
  Args     1 start of the range of item numbers, as ZRANGE BYLEX takes it   2 most items
  Returns  metadata and record, false where there is none, and then the name of the field of each item and its record
]]
local page = redis.call('HMGET', KEYS[1], 'm', 'j')
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])) do
  page[#page + 1] = name
  page[#page + 1] = redis.call('HGET', KEYS[1], name)
end
return page
