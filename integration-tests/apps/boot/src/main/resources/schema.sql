create table orders (id int primary key, sku varchar(20));
insert into orders values (1, 'abc');
